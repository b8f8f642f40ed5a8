"""The library behind the lesson *Why AI servers waste memory, and how paging fixes it*."""

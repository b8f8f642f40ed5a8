"""The engine that binds a lesson's text to code.

It knows Markdown and Python, nothing of the subject: which library a page imports is the project's
business (`project.py`). The rule it keeps: every digit that a reader can see is recomputed, or is an error.
"""

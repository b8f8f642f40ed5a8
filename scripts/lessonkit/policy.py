"""The pages' Content-Security-Policy: what a page may load and run, said in the page itself, since a static host sets no headers.

Nothing comes from elsewhere, and no script runs that was not there when the site was built: of those that stand in a page
itself only the theme's few, each by its digest. Python runs in a worker from a file of its own, which a page's policy does
not reach; so nothing here has to be opened for it.
"""

import base64
import hashlib
from collections.abc import Iterable

from bs4 import BeautifulSoup, SoupStrainer

_DATA = ("application/json", "application/ld+json")  # is read, never run


def inline_scripts(html: str) -> list[str]:
    """The text of every script that stands in the page itself and would be run."""
    scripts = BeautifulSoup(html, "html.parser", parse_only=SoupStrainer("script", src=False))
    return [script.string or "" for script in scripts if script.get("type") not in _DATA]


def policy(scripts: Iterable[str]) -> str:
    """One for all pages: the theme exchanges a page's content without loading it, and the first page's policy stays."""
    digests = {base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in scripts}
    rules = {
        "default-src": "'none'",
        "script-src": " ".join(["'self'", *(f"'sha256-{digest}'" for digest in sorted(digests))]),
        # Drawings bring rules of their own, and the theme's script sets styles of single elements. The editor of cells
        # needs neither: it constructs its style sheet, which no policy reaches, and sets styles through script alone.
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data:",  # the theme's icons are written into its style sheet
        "font-src": "'self'",
        "connect-src": "'self'",  # the search index, the next page, the sitemap
        "worker-src": "'self'",  # search, and Python
        "base-uri": "'none'",
        "form-action": "'self'",  # the search box is a form
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def with_policy(html: str, said: str) -> str:
    """The page with its policy first in its head, before anything that the policy is about."""
    head = "<head>"
    if html.count(head) != 1:
        raise ValueError("a page has one <head>, without attributes, for its policy to stand in")
    return html.replace(head, f'{head}\n    <meta http-equiv="Content-Security-Policy" content="{said}">')

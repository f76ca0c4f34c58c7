"""How Sphinx builds the site: `make docs`."""

import os

import nee

# Most of the time of a build goes to the compiler, which takes half of it to make slower code.
os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} --xla_backend_optimization_level=0".strip()

project = "nee"
author = "the nee developers"
release = nee.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

# Pages with code run it, every time and from top to bottom, in a folder that goes away: what is shown cannot be old.
nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 900
nb_merge_streams = True
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # They would come from the network.

# Docstrings write `name` for code.
default_role = "code"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88

myst_heading_anchors = 3

html_theme = "sphinx_book_theme"
html_title = "nee"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_context = {"default_mode": "auto"}  # Light or dark, as the reader's system has it.
html_show_sourcelink = False
html_use_index = False  # The API is one page, and the search finds every name.
html_domain_indices = False
html_show_copyright = False
html_theme_options = {
    "navbar_persistent": [],  # The search stands above the table of contents.
    "use_download_button": False,
    "use_fullscreen_button": False,
    "show_navbar_depth": 1,
    "show_toc_level": 2,
}

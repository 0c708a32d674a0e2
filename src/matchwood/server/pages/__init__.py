"""The pages: Python functions from plain data to HTML, made with `html`; no template files.

Every page works without a script: links and forms do everything, and a form is answered by a
redirect. The script only makes it smooth. It has no language of its own: what it says stands in
the page. `layout` is what all pages share, `parts` are pieces that several of them use.
"""

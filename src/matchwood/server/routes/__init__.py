"""Routes: one module for each group of URLs, with the forms that they read.

A route finds the visitor and the table, submits a command or builds a view, and answers with a page
or JSON. Imports `http`, `pages`, `live` and below.
"""

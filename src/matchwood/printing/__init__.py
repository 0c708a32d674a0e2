"""Games on paper: sheets to cut out, drawn by the games' own pictures, as PDF.

`pieces` is what a game declares that is to be printed, in its module `prints`; `papers` are the
choices of who prints; `layout` puts pieces on pages, so that backs lie on fronts; `furniture` draws
what is around them: lines to cut, marks, rulers; `book` reads the rulebook; `document` puts all
into one PDF, which `sheets.typ` sets.
"""

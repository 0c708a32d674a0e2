"""Pictures of any game: parts as SVG, their layout, marks, solids. Nothing here knows any game.

`svg` writes elements, `style` their style sheets. `picture` is what a game draws, `layout` puts its
parts together, `marks` point at things, `solids` are bodies in space and `projection` draws them.
`clicks` is the grammar of paths through a picture, `scene` a moment to be shown, `sketch` the
terminal's picture, `images` make PNG.
"""

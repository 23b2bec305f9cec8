// The script of a shop whose server renders the elements: docs/guides/server-rendering.md.
import 'florin/hydrate';
import 'florin/elements/define';

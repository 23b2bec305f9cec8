/**
 * Stands for Lit's templates in the frame's one script and in the page half of frame isolation, where lit-html would be a
 * sixth of all bytes: `html`, `nothing` and `render`, as far as the elements use them. Text, templates and lists
 * between tags; attributes, `?`, `@` and properties with names in small letters in them. No directives, no raw text.
 * test/frame/templates.test.ts holds it to lit-html itself.
 *
 * The one sink, `innerHTML` of a template's own constant text, goes through a policy named as Lit's is, since the frame's
 * response allows that one (`trusted-types lit-html`).
 */

/** One `html` with its values. */
interface Drawn {
  readonly strings: TemplateStringsArray;
  readonly values: readonly unknown[];
}

/** Writes what has changed of its values, which begin at its own place. */
type Part = (values: readonly unknown[]) => void;

/** Makes the part of one node, where it stands in a copy of the template. */
type PlacePart = (node: Node) => Part;

interface Compiled {
  readonly content: DocumentFragment;
  /** By the place of the node in document order. */
  readonly places: readonly (readonly [at: number, place: PlacePart])[];
}

export const nothing = Symbol();

export const html = (strings: TemplateStringsArray, ...values: readonly unknown[]): Drawn => ({ strings, values });

const policy = (
  globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): TrustedPolicy } }
).trustedTypes?.createPolicy('lit-html', { createHTML: (text: string) => text });
interface TrustedPolicy {
  createHTML(text: string): string;
}

const compiled = new WeakMap<TemplateStringsArray, Compiled>();
const roots = new WeakMap<Node, Part>();

/** Draws into an empty root; what was drawn there before is brought up to date. */
export function render(value: unknown, root: Node): void {
  let part = roots.get(root);
  if (!part) {
    part = childPart(root.appendChild(new Comment()), 0);
    roots.set(root, part);
  }
  part([value]);
}

function compile({ strings }: Drawn): Compiled {
  let template = compiled.get(strings);
  if (!template) compiled.set(strings, (template = findPlaces(parse(strings))));
  return template;
}

/** Marks the place of each value: a comment between tags, `{0}` in an attribute. */
function parse(strings: TemplateStringsArray): DocumentFragment {
  const text = strings.reduce((before, after, index) => {
    const isInTag = before.lastIndexOf('<') > before.lastIndexOf('>');
    return `${before}${isInTag ? `{${index - 1}}` : `<!--${index - 1}-->`}${after}`;
  });
  const template = document.createElement('template');
  template.innerHTML = policy ? policy.createHTML(text) : text;
  return template.content;
}

function findPlaces(content: DocumentFragment): Compiled {
  const places: [number, PlacePart][] = [];
  for (const [at, node] of nodesOf(content).entries()) {
    if (node instanceof Comment) {
      const index = Number(node.data);
      places.push([at, (copy) => childPart(copy as Comment, index)]);
      continue;
    }
    for (const { name, value } of [...(node as Element).attributes]) {
      // 'a {0} b' falls into texts and, between them, numbers.
      const pieces = value.split(/\{(\d+)\}/);
      if (pieces.length === 1) continue;
      (node as Element).removeAttribute(name);
      places.push([at, (copy) => attributePart(copy as Element, name, pieces)]);
    }
  }
  return { content, places };
}

/** NodeFilter.SHOW_ELEMENT and SHOW_COMMENT. */
const ELEMENTS_AND_COMMENTS = 1 + 128;

function nodesOf(root: Node): readonly Node[] {
  const walker = document.createTreeWalker(root, ELEMENTS_AND_COMMENTS);
  const nodes: Node[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

function attributePart(element: Element, name: string, pieces: readonly string[]): Part {
  const own = name.slice(1);
  const isWhole = pieces.join('') === pieces[1];
  let last: unknown = nothing;
  return (values) => {
    const value = isWhole
      ? values[Number(pieces[1])]
      : pieces.map((piece, index) => (index % 2 ? (values[Number(piece)] as string) : piece)).join('');
    if (value === last) return;
    if (name.startsWith('@')) {
      if (last !== nothing) element.removeEventListener(own, last as EventListener);
      if (value !== nothing) element.addEventListener(own, value as EventListener);
    } else if (name.startsWith('.')) Reflect.set(element, own, value);
    else if (name.startsWith('?')) element.toggleAttribute(own, value !== nothing && Boolean(value));
    else if (value === nothing) element.removeAttribute(name);
    else element.setAttribute(name, value as string);
    last = value;
  };
}

/** Draws between a comment of its own and `end`, the one that marks its place. */
function childPart(end: Comment, index: number): Part {
  const start = new Comment();
  end.before(start);
  let last: unknown = nothing;
  let parts: Part[] = [];
  const put = (...nodes: readonly Node[]) => {
    while (start.nextSibling !== end) start.nextSibling?.remove();
    end.before(...nodes);
  };
  return (values) => {
    const value = values[index] ?? nothing;
    if (Array.isArray(value)) {
      if (!Array.isArray(last)) {
        put();
        parts = [];
      }
      // A place that is not needed any more stays, empty: lists here are short.
      while (parts.length < value.length) {
        const place = new Comment();
        end.before(place);
        parts.push(childPart(place, 0));
      }
      for (const [at, part] of parts.entries()) part([value[at]]);
    } else if (isDrawn(value)) {
      if (!isDrawn(last) || last.strings !== value.strings) {
        const { content, places } = compile(value);
        const copy = document.importNode(content, true);
        const nodes = nodesOf(copy);
        parts = places.map(([at, place]) => place(nodes[at] as Comment & Element));
        put(copy);
      }
      for (const part of parts) part(value.values);
    } else if (value !== last) {
      if (value === nothing) put();
      else put(new Text(value as string));
    }
    last = value;
  };
}

function isDrawn(value: unknown): value is Drawn {
  return typeof value === 'object' && value !== null && 'strings' in value;
}

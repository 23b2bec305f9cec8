/** A page for people: every fact of a file, differences first. One file without scripts and without requests. */
import { escapeHtml } from '../core/escape-html.js';
import type { FactValue } from './probe.js';
import type { Fact, Facts } from './facts.js';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:64rem}
h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.5rem 0 .5rem}
p{margin:.25rem 0}.soft{opacity:.72}
article{border-top:1px solid color-mix(in srgb,currentColor 18%,transparent);padding:.75rem 0}
h3{font-size:1rem;margin:0}
dl{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:.25rem 1rem;margin:.5rem 0 0}
dt{opacity:.72}dd{margin:0}
code{font:.875rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}
@media(max-width:40rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}`;

/** A value for people: a text as it is, an object as its members. */
export function showValue(value: FactValue | undefined): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(showValue).join(', ');
  const members = Object.entries(value).filter(([, inside]) => inside !== null);
  return members.map(([name, inside]) => `${name}: ${showValue(inside)}`).join(', ');
}

/** Only what differs, of objects and lists: the rest says nothing. */
export function showBoth({ facility, sandbox }: Pick<Fact, 'facility' | 'sandbox'>): readonly [string, string] {
  if (Array.isArray(facility) && Array.isArray(sandbox)) {
    return [`with ${showMore(facility, sandbox)}`, `with ${showMore(sandbox, facility)}`];
  }
  if (!isObject(facility) || !isObject(sandbox)) return [showValue(facility), showValue(sandbox)];
  const names = [...new Set([...Object.keys(facility), ...Object.keys(sandbox)])];
  const changed = names.filter((name) => JSON.stringify(facility[name]) !== JSON.stringify(sandbox[name]));
  const pick = (value: Readonly<Record<string, FactValue>>): string =>
    changed.map((name) => `${quoted(name)}: ${name in value ? showValue(value[name]) : 'not there'}`).join(', ');
  return [pick(facility), pick(sandbox)];
}

/** What only the first list has. */
function showMore(first: readonly FactValue[], second: readonly FactValue[]): string {
  const more = first.filter((item) => !second.includes(item)).map((item) => quoted(showValue(item)));
  return more.length === 0 ? 'nothing else' : more.join(', ');
}

/** A blank at an end would not be seen. */
const quoted = (text: string): string => (text === text.trim() ? text : `"${text}"`);

function isObject(value: FactValue | undefined): value is Readonly<Record<string, FactValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function row(name: string, value: string): string {
  return `<dt>${name}</dt><dd><code>${escapeHtml(value)}</code></dd>`;
}

function article(fact: Fact): string {
  const { id, question, about, state, isLearnt, reason = '' } = fact;
  const [facility, sandbox] = showBoth(fact);
  const values =
    state === 'not_asked'
      ? `<p class="soft">${escapeHtml(reason)}</p>`
      : `<dl>${row('Facility', state === 'differs' ? facility : showValue(fact.facility))}${
          state === 'differs' ? row('Sandbox', sandbox) : ''
        }${state === 'differs' ? `<dt>Learnt</dt><dd>${isLearnt ? 'yes' : 'no: no setting expresses it'}</dd>` : ''}</dl>`;
  return `<article><h3>${escapeHtml(question)}</h3><p class="soft"><code>${escapeHtml(id)}</code> · ${escapeHtml(about)}</p>${values}</article>`;
}

const SECTIONS = [
  ['differs', 'Different from the sandbox'],
  ['not_asked', 'Could not be asked'],
  ['asked', 'Not compared yet: the run was interrupted'],
  ['as_sandbox', 'As the sandbox'],
] as const;

/** Writes the report as HTML. */
export function writeReport({ date, facility, facts }: Facts): string {
  const parts = SECTIONS.map(([state, title]) => {
    const own = facts.filter((fact) => fact.state === state);
    return own.length === 0 ? '' : `<section><h2>${title}: ${own.length}</h2>${own.map(article).join('')}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Facts of ${escapeHtml(facility)}</title>
<style>${STYLE}</style>
<h1>How the facility differs</h1>
<p class="soft">${escapeHtml(facility)}, ${escapeHtml(date)}, ${facts.length} facts</p>
${parts.join('\n')}
</html>
`;
}

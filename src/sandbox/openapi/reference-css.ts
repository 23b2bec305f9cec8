/** Styles of the reference page: one column, with a table of contents beside it where there is room. */

export const REFERENCE_CSS = `
:root {
  color-scheme: light dark;
  --florin-ink: light-dark(#1c2024, #edeef0);
  --florin-ink-soft: light-dark(#60646c, #b0b4ba);
  --florin-accent: light-dark(#0b68cb, #70b8ff);
  --ground: light-dark(#fff, #111113);
  --sheet: light-dark(#f6f7f9, #18191b);
  --rule: light-dark(#e2e4e9, #2e3135);
  --get: light-dark(#0b68cb, #70b8ff);
  --post: light-dark(#18794e, #3dd68c);
  --put: light-dark(#8a5200, #ffca16);
  --delete: light-dark(#b42318, #ff9592);
}
*, ::before { box-sizing: border-box; }
html { scroll-padding-block-start: 16px; }
body {
  background: var(--ground);
  color: var(--florin-ink);
  font: 1rem/1.55 system-ui, sans-serif;
  margin: 0;
  overflow-wrap: anywhere;
  -webkit-text-size-adjust: 100%;
}
a { color: var(--florin-accent); text-underline-offset: 3px; }
:focus-visible { border-radius: 4px; outline: 2px solid var(--florin-accent); outline-offset: 2px; }
.skip { background: var(--ground); inset-block-start: 0; inset-inline-start: 0; padding: 12px; position: absolute; translate: 0 -200%; }
.skip:focus { translate: 0; z-index: 1; }
header {
  align-items: center;
  border-block-end: 1px solid var(--rule);
  display: flex;
  flex-wrap: wrap;
  gap: 4px 20px;
  padding: 8px 20px;
}
header p { margin: 0; }
.mark { font-weight: 600; }
.versions { display: flex; gap: 4px; margin-inline-end: auto; }
.versions a { align-items: center; border-radius: 8px; display: flex; min-block-size: 44px; padding: 0 12px; text-decoration: none; }
.versions [aria-current] { background: var(--sheet); color: var(--florin-ink); font-weight: 600; }
nav h2 { color: var(--florin-ink-soft); font-size: .8125rem; font-weight: 600; margin: 20px 0 4px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { border-radius: 6px; color: inherit; display: grid; gap: 8px; grid-template-columns: 3.75rem 1fr; font-size: .875rem; padding: 5px 8px; text-decoration: none; }
nav li a:not(:has(small)) { display: block; }
nav li a:hover { background: var(--sheet); }
small { color: var(--florin-ink-soft); font-size: .8125rem; font-variant-numeric: tabular-nums; font-weight: 400; }
.columns > nav { padding: 0 12px 20px; }
main { min-inline-size: 0; padding: 8px 20px 80px; }
h1 { font-size: 1.75rem; letter-spacing: -.02em; line-height: 1.2; margin: 24px 0 16px; text-wrap: balance; }
main h2 { border-block-end: 1px solid var(--rule); font-size: 1.375rem; letter-spacing: -.01em; margin: 56px 0 16px; padding-block-end: 8px; }
h3 { font-size: 1.125rem; line-height: 1.3; margin: 0 0 8px; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { font-size: .875rem; margin: 20px 0 6px; }
main p { margin: 0 0 10px; max-inline-size: 72ch; }
.quiet { color: var(--florin-ink-soft); font-size: .9375rem; }
article, .object { border: 1px solid var(--rule); border-radius: 12px; margin: 0 0 20px; padding: 20px; }
article:target, .object:target { border-color: var(--florin-accent); }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
pre { background: var(--sheet); border-radius: 8px; margin: 0 0 10px; padding: 12px 14px; white-space: pre-wrap; }
pre code { font-size: .8125rem; }
.address { align-items: baseline; display: flex; gap: 10px; }
.verb { flex: none; font: 600 .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
.get { color: var(--get); }
.post { color: var(--post); }
.put { color: var(--put); }
.delete { color: var(--delete); }
.members { list-style: none; margin: 0; padding: 0; }
.members li { border-block-start: 1px solid var(--rule); padding: 8px 0; }
.members p { font-size: .9375rem; margin: 0; }
.name { align-items: baseline; display: flex; flex-wrap: wrap; gap: 2px 12px; }
.name code { font-weight: 600; }
.type { color: var(--florin-ink-soft); font-size: .875rem; }
.type code { font-weight: 400; }
summary { align-items: center; cursor: pointer; display: list-item; font-size: .9375rem; min-block-size: 32px; padding-block: 4px; }
table { border-collapse: collapse; margin: 0 0 32px; }
th, td { border-block-end: 1px solid var(--rule); font-size: .9375rem; padding: 6px 20px 6px 0; text-align: start; vertical-align: baseline; }
@media (min-width: 900px) {
  .columns { display: grid; grid-template-columns: 300px minmax(0, 1fr); margin: 0 auto; max-inline-size: 1240px; }
  .columns > nav {
    align-self: start;
    border-inline-end: 1px solid var(--rule);
    max-block-size: 100vh;
    overflow-y: auto;
    position: sticky;
    inset-block-start: 0;
  }
  main { padding-inline: 40px; }
}
@media print { .columns > nav, header, .skip { display: none; } article, .object { break-inside: avoid; } }
`;

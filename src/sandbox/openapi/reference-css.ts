/** Styles of the reference page: one column, with a table of contents beside it where there is room. */

/** The page around the reference. */
export const PAGE_CSS = `
:root { color-scheme: light dark; --ground: light-dark(#fff, #111113); --ink: light-dark(#1c2024, #edeef0); }
html { scroll-padding-block-start: 16px; }
body { background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; margin: 0; -webkit-text-size-adjust: 100%; }
*, ::before { box-sizing: border-box; }
a { color: light-dark(#0b68cb, #70b8ff); text-underline-offset: 3px; }
:focus-visible { border-radius: 4px; outline: 2px solid light-dark(#0b68cb, #70b8ff); outline-offset: 2px; }
.skip { background: var(--ground); inset-block-start: 0; inset-inline-start: 0; padding: 12px; position: absolute; translate: 0 -200%; }
.skip:focus { translate: 0; z-index: 1; }
header {
  align-items: center;
  border-block-end: 1px solid light-dark(#e2e4e9, #2e3135);
  display: flex;
  flex-wrap: wrap;
  gap: 4px 20px;
  padding: 8px 20px;
}
header p { margin: 0; }
.mark { font-weight: 600; }
.versions { display: flex; gap: 4px; margin-inline-end: auto; }
.versions a { align-items: center; border-radius: 8px; display: flex; min-block-size: 44px; padding: 0 12px; text-decoration: none; }
.versions [aria-current] { background: light-dark(#f6f7f9, #18191b); color: inherit; font-weight: 600; }
.columns > nav { padding: 12px 12px 20px; }
nav h2 { color: light-dark(#60646c, #b0b4ba); font-size: .8125rem; font-weight: 600; margin: 20px 0 4px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { border-radius: 6px; color: inherit; display: grid; gap: 8px; grid-template-columns: 3.75rem 1fr; font-size: .875rem; padding: 5px 8px; text-decoration: none; }
nav li a:not(:has(small)) { display: block; }
nav li a:hover { background: light-dark(#f6f7f9, #18191b); }
nav small { color: light-dark(#60646c, #b0b4ba); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.find span { display: block; font-size: .875rem; font-weight: 600; margin-block-end: 4px; }
.find input { background: var(--ground); border: 1px solid light-dark(#80838d, #7b8089); border-radius: 8px; color: inherit; font: inherit; inline-size: 100%; min-block-size: 44px; padding: 0 12px; }
main { min-inline-size: 0; padding: 8px 20px 80px; }
h1 { font-size: 1.75rem; letter-spacing: -.02em; line-height: 1.2; margin: 24px 0 16px; text-wrap: balance; }
@media (min-width: 900px) {
  .columns { display: grid; grid-template-columns: 300px minmax(0, 1fr); margin: 0 auto; max-inline-size: 1240px; }
  .columns > nav {
    align-self: start;
    border-inline-end: 1px solid light-dark(#e2e4e9, #2e3135);
    max-block-size: 100vh;
    overflow-y: auto;
    position: sticky;
    inset-block-start: 0;
  }
  main { padding-inline: 40px; }
}
@media print { .columns > nav, header, .skip, .buttons, .credentials { display: none; } }
`;

/** The reference itself, here and on the documentation site. */
export const REFERENCE_CSS = `
.reference {
  --soft: light-dark(#60646c, #b0b4ba);
  --accent: light-dark(#0b68cb, #70b8ff);
  --on-accent: light-dark(#fff, #0d1520);
  --sheet: light-dark(#f6f7f9, #18191b);
  --rule: light-dark(#e2e4e9, #2e3135);
  --edge: light-dark(#80838d, #7b8089);
  overflow-wrap: anywhere;

  h2 { border-block-end: 1px solid var(--rule); border-block-start: 0; font-size: 1.375rem; letter-spacing: -.01em; margin: 56px 0 16px; padding: 0 0 8px; }
  h3 { font-size: 1.125rem; line-height: 1.3; margin: 0 0 8px; }
  h4 { font-size: .875rem; margin: 20px 0 6px; }
  p { line-height: 1.55; margin: 0 0 10px; max-inline-size: 72ch; }
  small { color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums; font-weight: 400; }
  .quiet { color: var(--soft); font-size: .9375rem; }
  .header-anchor { text-decoration: none; }
  .header-anchor::before { content: "#"; opacity: .6; }
  article, .object { border: 1px solid var(--rule); border-radius: 12px; margin: 0 0 20px; padding: 20px; }
  article:has(h3:target), .object:has(h3:target) { border-color: var(--accent); }
  code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
  pre { background: var(--sheet); border-radius: 8px; margin: 0 0 10px; padding: 12px 14px; white-space: pre-wrap; }
  pre code { background: none; color: inherit; font-size: .8125rem; padding: 0; }
  .address { align-items: baseline; display: flex; gap: 10px; }
  .address code, .name code { min-inline-size: 0; overflow-wrap: anywhere; white-space: normal; }
  .verb { flex: none; font: 600 .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
  .get { color: var(--accent); }
  .post { color: light-dark(#18794e, #3dd68c); }
  .put { color: light-dark(#8a5200, #ffca16); }
  .delete { color: light-dark(#b42318, #ff9592); }
  .members { list-style: none; margin: 0; padding: 0; }
  .members li { border-block-start: 1px solid var(--rule); margin: 0; padding: 8px 0; }
  .members p { font-size: .9375rem; margin: 0; }
  .name { align-items: baseline; display: flex; flex-wrap: wrap; gap: 2px 12px; }
  .name code { font-weight: 600; }
  .type { color: var(--soft); font-size: .875rem; }
  .type code { font-weight: 400; }
  summary { align-items: center; cursor: pointer; display: list-item; font-size: .9375rem; min-block-size: 32px; padding-block: 4px; }
  table { border-collapse: collapse; margin: 0 0 32px; }
  th, td { border-block-end: 1px solid var(--rule); font-size: .9375rem; padding: 6px 20px 6px 0; text-align: start; vertical-align: baseline; }

  form:not([data-ready]) :is(label, .send, .copy), form.credentials:not([data-ready]) { display: none; }
  label { display: block; margin: 0 0 10px; }
  label span { display: block; font-size: .875rem; font-weight: 600; margin-block-end: 4px; }
  input, textarea { background: transparent; border: 1px solid var(--edge); border-radius: 8px; box-sizing: border-box; color: inherit; font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; inline-size: 100%; min-block-size: 44px; padding: 10px 12px; }
  textarea { field-sizing: content; max-block-size: 28rem; resize: vertical; }
  .credentials { border: 1px solid var(--rule); border-radius: 12px; display: grid; gap: 0 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); margin: 0 0 20px; padding: 16px 20px 8px; }
  .buttons { display: flex; gap: 8px; }
  .send, .copy { background: transparent; border: 1px solid var(--edge); border-radius: 8px; color: inherit; cursor: pointer; font: inherit; font-size: .9375rem; font-weight: 600; min-block-size: 44px; padding: 0 18px; }
  .send { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
  .status { font-weight: 600; margin: 0; }
  .status:not(:empty) { margin-block: 16px 4px; }
  .answer pre { max-block-size: 24rem; overflow: auto; }
  @media print { article, .object { break-inside: avoid; } }
}
`;

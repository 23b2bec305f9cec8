// @ts-check
/** `docs/reference/contract.md`: the questions of `florin contract`, from the built sources. */
import { PROBES } from '../dist/contract/all-probes.js';

/** Facts of docs/wire that no harmless call shows. */
const HIDDEN = [
  'how often and how long a webhook is repeated, and how long the service waits for its answer',
  'how long a ResultKey lives',
  'when a settlement day ends, and what a settlement file has',
  'batch files and CRN look-up files',
  'what a bank answers to a card that is no test card',
  'whether an answer that was lost comes late, and with which code',
  'what a closed merchant and an inactive user get',
];

/** @param {{ makes?: { transactions?: number, tokens?: number } | undefined }} probe */
function costOf({ makes = {} }) {
  const { transactions = 0, tokens = 0 } = makes;
  return [transactions > 0 ? `${transactions} txn` : '', tokens > 0 ? `${tokens} token` : '']
    .filter(Boolean)
    .join(', ');
}

/** @param {{ needs?: 'long' | 'person' | undefined }} probe */
const needOf = ({ needs }) => (needs === undefined ? '' : needs === 'long' ? '`--long`' : '`--guided`');

export function contractPage() {
  const rows = PROBES.map((probe) => {
    const { id, question, about, learn } = probe;
    const page = about.includes('/soap.md') ? 'SOAP' : 'REST';
    return `| \`${id}\` | ${question.replaceAll('<', '&lt;')} | [${page}](${about.replace('docs', '..')}) | ${costOf(probe)} | ${needOf(probe)} | ${learn ? 'yes' : ''} |`;
  });
  return `# The questions of florin contract

Written by \`tools/docs.mjs\` from \`src/contract/probes\`. [\`florin contract\`](../guides/contract.md) asks ${PROBES.length} questions; each is one
fact of [docs/wire](../wire/rest.md) that public sources leave open, or that a facility may have otherwise. "txn" and "token" are
the most transactions in test mode, and stored test cards, that the question makes. "Learns" means that a sandbox has switches for
some answers; which ones a real difference needs, the command says.

| fact | question | about | makes | option | learns |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## What no question shows

${HIDDEN.map((fact) => `- ${fact}`).join('\n')}
`;
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/sandbox/control/read-config.js';
import { CONTROL_ROWS } from '../../src/sandbox/control/control-rows.js';
import { FAULT_KINDS } from '../../src/sandbox/faults/fault-rules.js';
import { HOLDER_SCENARIOS } from '../../src/sandbox/webhooks/scenario.js';

const guide = readFileSync(new URL('../../docs/guides/sandbox.md', import.meta.url), 'utf8');

describe('the sandbox guide', () => {
  it('has a valid configuration file', () => {
    const [, file = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? [];
    expect(readConfig(JSON.parse(file))).toMatchObject({ port: 4010, merchants: [{ shortName: 'SECONDSHOP' }] });
  });

  it('names every fault and every scenario', () => {
    for (const name of [...FAULT_KINDS, ...Object.keys(HOLDER_SCENARIOS)]) expect(guide).toContain(`\`${name}\``);
  });

  it('calls endpoints that exist', () => {
    const paths = [...guide.matchAll(/4010\/_sandbox(\/[a-z0-9/-]+)/g)].map(([, path = '']) => path);
    const known = CONTROL_ROWS.map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`));
    expect(paths.length).toBeGreaterThan(4);
    for (const path of paths)
      expect(
        known.some((pattern) => pattern.test(path)),
        path,
      ).toBe(true);
  });
});

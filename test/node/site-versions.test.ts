/** The order of the documentation site's versions: that of https://semver.org/. */
import { expect, it } from 'vitest';
import { orderVersions } from '../../tools/site.mjs';

it.each([
  {
    names: ['0.9.0', '1.0.0-rc.2', '1.0.0', '1.0.0-rc.10', '0.10.0', '1.0.0-rc', 'index.html', 'versions.json'],
    versions: ['1.0.0', '1.0.0-rc.10', '1.0.0-rc.2', '1.0.0-rc', '0.10.0', '0.9.0'],
    start: '1.0.0',
  },
  { names: ['1.0.0', '2.0.0-beta.1'], versions: ['2.0.0-beta.1', '1.0.0'], start: '1.0.0' },
  { names: ['1.0.0-alpha', '1.0.0-alpha.1'], versions: ['1.0.0-alpha.1', '1.0.0-alpha'], start: '1.0.0-alpha.1' },
])('orders $names, and redirects to $start', ({ names, versions, start }) => {
  expect(orderVersions(names)).toEqual({ versions, start });
});

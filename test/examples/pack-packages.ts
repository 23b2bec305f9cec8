/** Packs both packages once for all examples. */
import { rmSync } from 'node:fs';
import { packBoth } from '../commands/user-project.js';

export default async function packPackages(): Promise<() => void> {
  const { folder } = await packBoth();
  process.env['FLORIN_PACKED'] = folder;
  return () => rmSync(folder, { recursive: true });
}

/**
 * The processes of the chaos run: PostgreSQL, a sandbox with its data on the disk, and two sidecars, with a proxy on
 * each way between them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { spawnFlorin, waitForEnd, type CommandResult } from '../cli/florin-process.js';
import type { Chance } from '../promises/trials.js';
import { startLossyProxy, type LossyProxy } from '../signer/lossy-proxy.js';
import { SECRETS, sidecarConfig } from '../signer/sidecar-process.js';
import { findFreePort } from '../support/free-port.js';
import { startPostgres } from '../support/postgres-server.js';
import { startChaosShop, type ChaosShop } from './shop.js';
import { startSandboxTarget, startSignerTarget, type Target } from './targets.js';
import { startWebhookProxy, type WebhookProxy } from './webhook-proxy.js';

/** Lifetime of a key in minutes: in a long run, keys expire. */
const KEY_MINUTES = 1;

export interface World {
  readonly signers: readonly Target[];
  readonly sandbox: Target;
  readonly postgres: Omit<Target, 'url'>;
  readonly shop: ChaosShop;
  readonly ledger: string;
  /** The proxies to the sandbox: of each signer, and of browsers. */
  readonly ways: { readonly [way in 'a' | 'b' | 'browser']: LossyProxy };
  readonly webhooks: WebhookProxy;
  /** Processes that have ended by themselves. */
  readonly surprises: readonly string[];
  /** Makes the signers' database read-only, as after a fail-over, or writable again. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
  /** Runs a command of the sidecar, with the machine's clock. */
  command(...args: readonly string[]): Promise<CommandResult>;
  stop(): Promise<void>;
}

/** Starts everything; logs and data are in the folder. */
export async function startWorld(folder: string, chance: Chance): Promise<World> {
  const surprises: string[] = [];
  const surprise = (what: string) => void surprises.push(what);
  const server = await startPostgres();
  const database = await server.createDatabase();
  const ledger = join(folder, 'ledger.jsonl');
  writeFileSync(ledger, '');
  const shop = await startChaosShop(ledger);
  const sandbox = await startSandboxTarget(folder, { authKeyMinutes: KEY_MINUTES }, surprise);
  const [a, b, browser] = await Promise.all([0, 1, 2].map(() => startLossyProxy(sandbox.url)));
  const ways = { a: a!, b: b!, browser: browser! };
  const webhooks = await startWebhookProxy(() => chance.pick(signers).url);
  const env = { ...SECRETS, CHAOS_POSTGRES: database };
  const configOf = (name: 'a' | 'b', port: number): string => {
    const { service, callbacks, ...config } = sidecarConfig({ serviceUrl: ways[name].url, callbackUrl: shop.url });
    const changes = {
      service: { ...service, browserUrl: browser!.url },
      callbacks: { ...callbacks, url: `${shop.url}/${name}`, termsUrl: `${shop.url}/terms`, timeoutSeconds: 2 },
      store: { postgres: { env: 'CHAOS_POSTGRES' } },
      listen: { port, clientHeader: 'X-Client' },
      keyLifetimeSeconds: KEY_MINUTES * 60,
      reconcileSeconds: 5,
      publicUrl: `${webhooks.url}/pay`,
    };
    const file = join(folder, `signer-${name}.json`);
    writeFileSync(file, JSON.stringify({ ...config, ...changes }));
    return file;
  };
  const ports = [await findFreePort(), await findFreePort()] as const;
  const configs = [configOf('a', ports[0]), configOf('b', ports[1])] as const;
  const signers: readonly Target[] = await Promise.all([
    startSignerTarget({ ...{ name: 'a', folder, port: ports[0], config: configs[0] }, ...{ env, chance, surprise } }),
    startSignerTarget({ ...{ name: 'b', folder, port: ports[1], config: configs[1] }, ...{ env, chance, surprise } }),
  ]);
  return {
    ...{ signers, sandbox, shop, ledger, ways, webhooks, surprises },
    postgres: {
      name: 'postgres',
      kill: () => server.crash(),
      start: () => server.restart(),
      suspend: () => server.silence(),
      resume: () => server.wake(),
    },
    async setReadOnly(isReadOnly) {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      const name = new URL(database).pathname.slice(1);
      const setting = 'default_transaction_read_only';
      await client.query(`ALTER DATABASE ${name} ${isReadOnly ? `SET ${setting} = on` : `RESET ${setting}`}`);
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      await client.end();
    },
    command: (...args) => waitForEnd(spawnFlorin(['signer', ...args, '--json', '--config', configs[0]], folder, env)),
    async stop() {
      await Promise.all([...signers, sandbox].map((target) => target.kill()));
      shop.close();
      webhooks.close();
      await Promise.all(Object.values(ways).map((way) => way.close()));
      await server.stop();
    },
  };
}

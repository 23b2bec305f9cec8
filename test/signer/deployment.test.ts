/** docs/guides/deployment.md: its files are read by the programs that they are for, as far as those are here. */
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createDrain } from '../../src/node/drain.js';
import { readSidecarConfig } from '../../src/signer/node/sidecar-config.js';
import { CLOSE_LIMIT } from '../../src/signer/node/sidecar.js';
import { listenOnLoopback } from '../support/listen.js';

const ROOT = join(import.meta.dirname, '../..');
const GUIDE = readFileSync(join(ROOT, 'docs/guides/deployment.md'), 'utf8');
/** The code blocks of a section. */
const blocksOf = (heading: string, language: string): readonly string[] => {
  const section = GUIDE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const blocks = [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.filter(([, kind]) => kind === language).map(([, , code = '']) => code);
};

const [json = ''] = blocksOf('Configuration', 'json');
const [variables = ''] = blocksOf('Configuration', 'sh');
const names = [...variables.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
const env = Object.fromEntries(names.map((name) => [name, `${name} for tests, with 32 characters`]));
const settings = readSidecarConfig(JSON.parse(json), { folder: ROOT, env });
/** Seconds that a process may need to end, and a little. */
const needed = settings.drainSeconds + CLOSE_LIMIT / 1000 + 1;

describe('the configuration', () => {
  it('takes each variable of the file of secrets, and no other', () => {
    const used = [...json.matchAll(/"env": "(\w+)"/g)].map(([, name = '']) => name);
    expect(names).toEqual(used);
  });
});

describe('the systemd unit', () => {
  const [unit = ''] = blocksOf('systemd', 'ini');
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const found = spawnSync('systemd-analyze', ['--version']);
  if (found.status !== 0) console.log('The systemd unit is not verified: there is no systemd-analyze');

  it('gives a process the time to wait for its database, and to end', () => {
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThanOrEqual(needed);
    const [, retries] = /--retry (\d+)/.exec(valueOf('ExecStartPost')) ?? [];
    expect(Number(retries)).toBeGreaterThan(settings.storeWaitSeconds);
    expect(Number(valueOf('TimeoutStartSec'))).toBeGreaterThan(Number(retries));
  });

  it.skipIf(found.status !== 0)('is one to systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-unit-'));
    const file = join(folder, 'florin@.service');
    // The programs must exist; those of the guide are elsewhere.
    const here = unit.replace('/usr/bin/node', process.execPath).replace('/usr/bin/curl', process.execPath);
    writeFileSync(file, here);
    const verify = () => {
      const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
        encoding: 'utf8',
      });
      const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('florin@'));
      return [status, about];
    };
    expect(verify()).toEqual([0, []]);
    writeFileSync(file, here.replace('TimeoutStopSec', 'TimeoutStopSeconds'));
    expect(verify()[1]).toEqual([expect.stringContaining('TimeoutStopSeconds')]);
    rmSync(folder, { recursive: true });
  });
});

describe('the compose file', () => {
  const [text = ''] = blocksOf('Docker Compose', 'yaml');
  const { services, secrets, volumes } = parse(text) as {
    services: Record<'signer' | 'database', { [member: string]: unknown; secrets?: string[]; volumes: string[] }>;
    secrets: object;
    volumes: object;
  };
  const health = services.signer['healthcheck'] as { test: string[]; interval: string; start_period: string };

  it('gives a process the time to wait for its database, and to end, and names what it declares', () => {
    expect(parseInt(String(services.signer['stop_grace_period']))).toBeGreaterThanOrEqual(needed);
    expect(parseInt(health.start_period)).toBeGreaterThan(settings.storeWaitSeconds);
    expect(services.signer['ports']).toEqual([`127.0.0.1:4000:${settings.listen.port}`]);
    expect(services.signer['command']).toContain(services.signer.volumes[0]!.split(':')[1]);
    expect(services.database.secrets).toEqual(Object.keys(secrets));
    expect(services.database.volumes.map((volume) => volume.split(':')[0])).toEqual(Object.keys(volumes));
  });

  it('has a health check that ends with 0 while the process is ready, and with 1 while it is not, or not there', async () => {
    const drain = createDrain('waiting');
    const server = createServer((incoming, outgoing) => {
      const answer = drain.answer(new Request(`http://x${incoming.url}`));
      outgoing.writeHead(answer?.status ?? 404, { connection: 'close' }).end();
    });
    const { host } = new URL(await listenOnLoopback(server));
    const [kind, , ...args] = health.test;
    expect(kind).toBe('CMD');
    const check = async (): Promise<unknown> => {
      const child = execFile(
        process.execPath,
        args.map((each) => each.replace('127.0.0.1:4000', host)),
      );
      const [code] = (await once(child, 'exit')) as [number];
      return code;
    };
    expect(await check()).toBe(1);
    drain.setReady();
    expect(await check()).toBe(0);
    server.close();
    await once(server, 'close');
    expect(await check()).toBe(1);
  });
});

describe('the Kubernetes manifest', () => {
  const [text = ''] = blocksOf('Kubernetes', 'yaml');
  const documents = parseAllDocuments(text);
  const [deployment, service] = documents.map((document): unknown => document.toJS()) as [
    {
      spec: {
        selector: { matchLabels: object };
        template: {
          metadata: { labels: object };
          spec: {
            terminationGracePeriodSeconds: number;
            containers: [Container];
            volumes: readonly [{ name: string; configMap: { name: string } }];
          };
        };
      };
    },
    { spec: { selector: object; ports: readonly { targetPort: string }[] } },
  ];
  interface Container {
    readonly args: readonly string[];
    readonly ports: readonly { name: string; containerPort: number }[];
    readonly envFrom: readonly { secretRef: { name: string } }[];
    readonly readinessProbe: {
      readonly httpGet: { readonly path: string; readonly port: string };
      readonly periodSeconds: number;
      readonly failureThreshold: number;
    };
    readonly volumeMounts: readonly { name: string; mountPath: string }[];
  }
  const { template, selector } = deployment.spec;
  const [container] = template.spec.containers;

  it('turns away before the drain time is over, and gives a process the time to end', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const { httpGet, periodSeconds, failureThreshold } = container.readinessProbe;
    expect(createDrain().answer(new Request(`http://x${httpGet.path}`))?.status).toBe(200);
    expect(periodSeconds * failureThreshold).toBeLessThan(settings.drainSeconds);
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(needed);
  });

  it('refers to what it has, and to what the commands above it make', () => {
    expect([selector.matchLabels, service.spec.selector]).toEqual([template.metadata.labels, template.metadata.labels]);
    const [port] = container.ports;
    expect(port!.containerPort).toBe(settings.listen.port);
    expect([container.readinessProbe.httpGet.port, service.spec.ports[0]!.targetPort]).toEqual([
      port!.name,
      port!.name,
    ]);
    const [volume] = template.spec.volumes;
    const [mount] = container.volumeMounts;
    expect(mount!.name).toBe(volume.name);
    expect(container.args).toContain(`${mount!.mountPath}/florin.config.json`);
    const [commands = ''] = blocksOf('Kubernetes', 'sh');
    expect(commands).toContain(`create configmap ${volume.configMap.name} --from-file=florin.config.json`);
    expect(commands).toContain(`create secret generic ${container.envFrom[0]!.secretRef.name} --from-env-file`);
  });
});

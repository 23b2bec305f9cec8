import { beforeEach, describe, expect, it } from 'vitest';
import { FlorinError } from '../../../src/core/errors.js';
import { createCircuit, type ServiceCircuit } from '../../../src/signer/service/service-circuit.js';

const RULES = { failures: 3, pause: 1_000, retryPause: 1 };
const unreachable = () => new FlorinError('service_unreachable', 'the line broke');

/** A service with a programmed next answer, and a count of its calls. */
class Service {
  calls = { make: 0, get: 0 };
  next: () => Promise<string> = async () => 'done';
  async makePayment(): Promise<string> {
    this.calls.make += 1;
    return this.next();
  }
  async createAuthKey(): Promise<string> {
    return this.next();
  }
  async getResult(): Promise<string> {
    this.calls.get += 1;
    return this.next();
  }
}

let service: Service;
let circuit: ServiceCircuit<Service>;
let now: number;
beforeEach(() => {
  service = new Service();
  now = 0;
  circuit = createCircuit(service, RULES, () => now);
});
const fail = async (times: number) => {
  service.next = () => Promise.reject(unreachable());
  for (let call = 0; call < times; call += 1) await expect(circuit.client.makePayment()).rejects.toThrow();
};

describe('the circuit breaker', () => {
  it('is closed while the service answers, refusals included', async () => {
    await fail(2);
    service.next = () => Promise.reject(new FlorinError('api_rejected', 'no', { apiCode: 201 }));
    await expect(circuit.client.makePayment()).rejects.toThrow('no');
    expect([circuit.state(), circuit.failures()]).toEqual(['closed', 0]);
    await fail(2);
    expect(circuit.state()).toBe('closed');
    service.next = async () => 'done';
    expect(await circuit.client.makePayment()).toBe('done');
    expect(circuit.failures()).toBe(0);
  });

  it('counts refusals by code: of the account for every call, others of what only the shop decides', async () => {
    const refuse = (call: 'createAuthKey' | 'getResult', apiCode: number) => {
      service.next = () => Promise.reject(new FlorinError('api_rejected', 'no', { apiCode }));
      return expect(circuit.client[call]()).rejects.toThrow('no');
    };
    await refuse('getResult', 201);
    expect(circuit.refusals()).toEqual({});
    await refuse('getResult', 1);
    await refuse('createAuthKey', 1);
    await refuse('createAuthKey', 109);
    expect(circuit.refusals()).toEqual({ 1: 2, 109: 1 });
    // A refusal that shows that the account is accepted, a call without an answer, and a call that works.
    await refuse('getResult', 201);
    await refuse('createAuthKey', 900);
    expect(circuit.refusals()).toEqual({ 1: 1, 109: 1 });
    service.next = async () => 'done';
    await circuit.client.createAuthKey();
    expect(circuit.refusals()).toEqual({});
  });

  it('counts no call that the service has no time for, and does not repeat it at once', async () => {
    await fail(2);
    const busy = new FlorinError('service_unreachable', 'busy', { retryAfterSeconds: 1 });
    service.next = () => Promise.reject(busy);
    await expect(circuit.client.getResult()).rejects.toBe(busy);
    expect([service.calls.get, circuit.failures(), circuit.state()]).toEqual([1, 2, 'closed']);
  });

  it.each([
    ['no answer', unreachable()],
    ['a time-out', new FlorinError('service_timeout', 'late')],
    ['"sub-systems are unavailable"', new FlorinError('api_rejected', '900', { apiCode: 900 })],
    ['the caller’s own time limit', new Error('no key in time')],
  ])('opens after %s several times, and then calls fail at once', async (_name, error) => {
    service.next = () => Promise.reject(error);
    for (let call = 0; call < 3; call += 1) await expect(circuit.client.makePayment()).rejects.toThrow(error);
    expect(circuit.state()).toBe('open');
    await expect(circuit.client.makePayment()).rejects.toMatchObject({ code: 'service_unreachable' });
    expect(service.calls.make).toBe(3);
  });

  it('lets one call at a time try whether the service is back', async () => {
    await fail(3);
    now = RULES.pause;
    expect(circuit.state()).toBe('half_open');
    let finish: (answer: string) => void = () => undefined;
    service.next = () => new Promise((resolve) => (finish = resolve));
    const trying = circuit.client.makePayment();
    expect(circuit.state()).toBe('open');
    await expect(circuit.client.makePayment()).rejects.toThrow();
    finish('done');
    expect(await trying).toBe('done');
    expect(service.calls.make).toBe(4);
    expect(circuit.state()).toBe('closed');
  });

  it('stays open, and waits again, if it is not', async () => {
    await fail(3);
    now = RULES.pause;
    await fail(1);
    expect(circuit.state()).toBe('open');
    now += RULES.pause - 1;
    expect(circuit.state()).toBe('open');
    now += 1;
    expect(circuit.state()).toBe('half_open');
  });
});

describe('a call whose connection broke', () => {
  const once = () => {
    let isFirst = true;
    service.next = () => {
      if (!isFirst) return Promise.resolve('done');
      isFirst = false;
      return Promise.reject(unreachable());
    };
  };

  it('is repeated once if it reads', async () => {
    once();
    expect(await circuit.client.getResult()).toBe('done');
    expect(service.calls.get).toBe(2);
  });

  it('is not repeated if it changes something', async () => {
    once();
    await expect(circuit.client.makePayment()).rejects.toThrow('the line broke');
    expect(service.calls.make).toBe(1);
  });

  it('is not repeated twice', async () => {
    service.next = () => Promise.reject(unreachable());
    await expect(circuit.client.getResult()).rejects.toThrow('the line broke');
    expect(service.calls.get).toBe(2);
  });

  it('is not repeated after a time-out or a refusal', async () => {
    for (const error of [
      new FlorinError('service_timeout', 'late'),
      new FlorinError('api_rejected', 'no', { apiCode: 206 }),
    ]) {
      service = new Service();
      circuit = createCircuit(service, RULES, () => now);
      service.next = () => Promise.reject(error);
      await expect(circuit.client.getResult()).rejects.toThrow(error);
      expect(service.calls.get).toBe(1);
    }
  });
});

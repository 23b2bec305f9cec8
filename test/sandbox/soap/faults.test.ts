import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../../src/wire/soap/operations.js';
import { TARGETS, type ServiceUnderTest } from '../service-under-test.js';
import { NS, SoapCaller, textIn, textsIn } from './soap-caller.js';

describe.each(TARGETS)('injected faults for SOAP, $target', ({ open }) => {
  let service: ServiceUnderTest;
  let soap: SoapCaller;
  beforeEach(async () => {
    service = await open();
    soap = new SoapCaller(service);
  });
  afterEach(() => service.close());

  const countMade = async () => textsIn(await soap.search(), 'TransactionNumber').length;

  it.each([
    ['drop_before', 0],
    ['drop_after', 1],
    ['timeout_before', 0],
    ['timeout_after', 1],
  ] as const)('%s: no answer, and %i payments', async (kind, made) => {
    service.control.addFault({ operation: 'ProcessPayment', kind, seconds: 0, times: 1 });
    await expect(soap.pay()).rejects.toThrow();
    expect(await countMade()).toBe(made);
    expect(textIn(await soap.pay(), 'ResponseCode')).toBe('0');
  });

  it.each([
    ['error_before', 502, 0],
    ['error_after', 503, 1],
  ] as const)('%s: a page with status %i, and %i payments', async (kind, status, made) => {
    service.control.addFault({ operation: 'ProcessPayment', kind, status, times: 1 });
    expect(await soap.pay()).toContain('<h1>Server Error</h1>');
    expect(await countMade()).toBe(made);
  });

  it('malformed: the payment is made, and half of the response is sent', async () => {
    service.control.addFault({ operation: 'ProcessPayment', kind: 'malformed', times: 1 });
    const half = await soap.pay();
    expect(half).toContain('<soap:Body>');
    expect(half).not.toContain('</soap:Envelope>');
    expect(await countMade()).toBe(1);
  });

  it('delay: the response is sent when the clock has moved on', async () => {
    service.control.addFault({ operation: 'ProcessPayment', kind: 'delay', seconds: 30, times: 1 });
    let isOver = false;
    const call = soap.pay().then(() => (isOver = true));
    await expect.poll(countMade).toBe(1);
    expect(isOver).toBe(false);
    await expect
      .poll(async () => {
        await service.control.advanceClock(30);
        return isOver;
      })
      .toBe(true);
    await call;
  });

  it('* affects every call', async () => {
    service.control.addFault({ operation: '*', kind: 'error_before', times: 2 });
    expect(await soap.call('Logout')).toContain('Server Error');
    expect(await soap.pay()).toContain('Server Error');
    expect(textIn(await soap.pay(), 'ResponseCode')).toBe('0');
  });
});

describe.each(TARGETS.slice(0, 1))('the name of a call', ({ open }) => {
  it.each(OPERATION_NAMES)('%s is recognised by its header or its body, in both versions', async (operation) => {
    const service = await open();
    const of11 = new SoapCaller(service);
    const of12 = new SoapCaller(service, '1.2');
    const other = operation === 'Logout' ? 'Login' : 'Logout';
    service.control.addFault({ operation, kind: 'error_before', times: 3 });
    expect(await of11.call(other)).toContain(`<${other}Response xmlns="${NS}">`);
    expect(await of11.call(operation)).toContain('Server Error');
    expect(await of11.call(operation, {}, { soapaction: `${NS}/${operation}` })).toContain('Server Error');
    expect(await of12.call(operation)).toContain('Server Error');
    expect(await of12.call(operation)).toContain(`<${operation}Response xmlns="${NS}">`);
    await service.close();
  });
});

import { describe, expect, it } from 'vitest';
import { readBrCode } from '../../src/pix/br-code.ts';
import { openTestService } from '../support/service.ts';

const CREATE = '/api/v1/payment/create';

describe('a payment', () => {
  it.each([
    [{ value: 10 }, { value: 1000, fee: 50, netValue: 950, valueInReais: '10.00' }],
    [
      { value: 10, coverFee: true },
      { value: 1050, fee: 50, netValue: 1000, valueInReais: '10.50' },
    ],
    [{ value: 1 }, { value: 100, fee: 50, netValue: 50, valueInReais: '1.00' }],
    [{ value: '1234,56' }, { value: 123_456, fee: 50, netValue: 123_406, valueInReais: '1234.56' }],
  ])('costs its fee: %j', async (json, cost) => {
    const { request } = await openTestService();
    expect((await request(CREATE, { json })).json.data).toMatchObject(cost);
  });

  it('is of at least R$ 1,00', async () => {
    const { request } = await openTestService();
    const { status, json } = await request(CREATE, { json: { value: 0.99 } });
    expect([status, json.code, json.message]).toEqual([400, 'below_minimum', 'The minimum payment is R$ 1.00']);
    expect((await request(CREATE, { json: { value: 100_000_000.01 } })).json).toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'value', message: 'is above 100000000.00' }],
    });
    expect((await request(CREATE, { json: { value: 100_000_000 } })).status).toBe(200);
  });

  it('includes a copy-and-paste code, which requests exactly this payment', async () => {
    const { request, keyOf } = await openTestService();
    const { data } = (await request(CREATE, { json: { value: 10.5 } })).json;
    const reading = readBrCode(data.copyPaste);
    expect(reading).toMatchObject({
      ok: true,
      brCode: {
        merchantName: 'Padaria Aurora',
        merchantCity: 'Sao Paulo',
        amountCentavos: 1050,
        transactionId: data.transactionId,
      },
    });
    const other = (await request(CREATE, { json: { value: 10.5 }, key: keyOf('other') })).json.data;
    expect(readBrCode(other.copyPaste)).toMatchObject({ ok: true, brCode: { merchantName: 'Livraria Mirante' } });
  });
});

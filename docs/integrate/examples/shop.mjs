/** A fictional shop: what it does with its wallet, over plain HTTP. */
export function openShop({ url, apiKey, fetch = globalThis.fetch }) {
  async function ask(path, body) {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw Object.assign(new Error(answer.error), { code: answer.code });
    return answer.data;
  }
  return {
    charge: (order, reais) => ask('payment/create', { value: reais, description: `Order ${order}` }),
    isPaid: async ({ id }) => (await ask(`payment/get/${id}`)).status === 'COMPLETED',
    refund: (pixKey, reais) => ask('withdraw/create', { amount: reais, pixKey, pixKeyType: 'EMAIL' }),
    refundStatus: async ({ id }) => (await ask(`withdraw/get/${id}`)).status,
    refunds: async () => (await ask('withdraw/list')).withdraws.length,
  };
}

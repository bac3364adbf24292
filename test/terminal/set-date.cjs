// Loaded into a `pix` process before anything else, in the form that costs least: there are hundreds of starts. Its time of
// day stands still at PIX_TEST_TIME (epoch milliseconds), so that ages, days and receipts are the same on every run. Waiting
// takes as long as it always does.
const now = () => Number(process.env['PIX_TEST_TIME']);

globalThis.Date = new Proxy(Date, {
  construct: (target, parts, newTarget) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

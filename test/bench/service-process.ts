import { limitHeap, startService, type ServiceOptions } from '../../src/service/start.ts';

/** The service in a process of its own, started by `spawn-service.ts`: its options as JSON, its answers by IPC. */
const options = JSON.parse(process.argv[2] ?? '{}') as ServiceOptions;
limitHeap();
const service = await startService({ port: 0, rateLimit: false, ...options });
const key = service.keys.find(({ account, name }) => account === 'demo' && name === 'main')?.key;

process.on('message', (message) => {
  if (message === 'memory') process.send?.({ residentBytes: process.memoryUsage.rss() });
  if (message === 'stop') process.disconnect();
});
// Also when its parent process has ended.
process.once('disconnect', () => void service.stop());
process.send?.({ url: service.url, key });

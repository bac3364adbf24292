import { files, profileNames } from '../../completion/sources.ts';
import { command, running } from '../../command/command.ts';
import { advanced, behindDashes, choice, count, flag, off, parsed, repeated, text } from '../../command/options.ts';
import { databaseUrl, hostName, origin, schemaName, webhookUrl } from '../../input/host.ts';

const PORT_MAXIMUM = 65_535;
const BALANCE_CACHE_MAXIMUM_SECONDS = 86_400;
const HISTORY_MAXIMUM = 10_000_000;

/** A service begins with a world, or with a history. */
const HISTORY = ['seed', 'payments', 'withdraws'];

export const serve = command({
  description: ({ help }) => help.commands.serve,
  arguments: { command: behindDashes(repeated(text((texts) => texts.serve.help.command))) },
  flags: {
    mock: flag((texts) => texts.serve.help.mock),
    port: count((texts) => texts.serve.help.port, { from: 0, to: PORT_MAXIMUM }),
    host: text((texts) => texts.serve.help.host),
    expose: flag((texts) => texts.serve.help.expose),
    data: text((texts) => texts.serve.help.data, files),
    seed: count((texts) => texts.serve.help.seed, { from: 0 }),
    payments: count((texts) => texts.serve.help.payments, { from: 0, to: HISTORY_MAXIMUM }),
    withdraws: count((texts) => texts.serve.help.withdraws, { from: 0, to: HISTORY_MAXIMUM }),
    rateLimit: off((texts) => texts.serve.help.noRateLimit),
    cache: off((texts) => texts.serve.help.noCache),
    open: flag((texts) => texts.serve.help.open),
    profile: off((texts) => texts.serve.help.noProfile),
    ...advanced({
      allowHost: repeated(parsed((texts) => texts.serve.help.allowHost, hostName)),
      allowOrigin: repeated(parsed((texts) => texts.serve.help.allowOrigin, origin)),
      database: parsed((texts) => texts.serve.help.database, databaseUrl),
      schema: parsed((texts) => texts.serve.help.schema, schemaName),
      tls: flag((texts) => texts.serve.help.tls),
      seedFile: { ...text((texts) => texts.serve.help.seedFile, files), excludes: ['fromProfile', ...HISTORY] },
      fromProfile: { ...text((texts) => texts.serve.help.fromProfile, profileNames), excludes: HISTORY },
      // What a twin keeps as it is stays on this machine.
      keepNames: { ...flag((texts) => texts.twin.keepNames), excludes: ['expose'] },
      now: { ...text((texts) => texts.serve.help.now), excludes: ['database'] },
      balanceCache: count((texts) => texts.serve.help.balanceCache, { from: 0, to: BALANCE_CACHE_MAXIMUM_SECONDS }),
      webhook: repeated(parsed((texts) => texts.serve.help.webhook, webhookUrl)),
      webhookSignature: choice((texts) => texts.serve.help.webhookSignature, {
        values: ['standard', 'stripe', 'none'],
        code: 'invalid_webhook_signature',
      }),
      withParent: flag((texts) => texts.serve.help.withParent),
    }),
  },
  examples: [
    'pix serve --mock',
    'pix serve --mock --open',
    'pix serve --mock --data ./pix.db',
    'pix serve --mock --seed-file world.json',
    'pix serve --mock --from-profile work',
    'pix serve --mock --no-rate-limit --no-cache -- npm test',
    'pix serve --mock --port 0 --no-profile --with-parent --json',
    'pix serve --mock --host 0.0.0.0 --expose',
  ],
});

export const tree = running(() => import('./run.ts'), serve);

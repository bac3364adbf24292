import { files } from '../../completion/sources.ts';
import { command, running } from '../../command/command.ts';
import { flag, repeated, required, text, type Source } from '../../command/options.ts';

const methods: Source = async () => (await import('../../../client/http/addresses.ts')).RAW_METHODS;

const paths: Source = async (_context, { earlier: [method] }) => {
  const { operations } = await import('../../../contract/operations.ts');
  const wanted = method?.toUpperCase();
  const known = Object.values(operations).filter((operation) => wanted === undefined || operation.method === wanted);
  return known.map(({ path, summary }) => ({ value: path, description: summary }));
};

export const api = command({
  description: ({ help }) => help.commands.api,
  arguments: {
    method: required(text(({ api: { help } }) => help.method, methods)),
    path: required(text(({ api: { help } }) => help.path, paths)),
  },
  flags: {
    rawField: { ...repeated(text(({ api: { help } }) => help.rawField)), short: 'f' },
    field: { ...repeated(text(({ api: { help } }) => help.field)), short: 'F' },
    input: text(({ api: { help } }) => help.input, files),
    include: flag(({ api: { help } }) => help.include, 'i'),
    paginate: flag(({ api: { help } }) => help.paginate),
    yes: flag(({ api: { help } }) => help.yes),
  },
  examples: [
    'pix api GET /api/v1/user/balance',
    'pix api GET /api/v1/payment/list -f status=COMPLETED -F limit=5 --include',
    "pix api GET /api/v1/payment/list --paginate --jq '.data.payments[].id'",
    'pix api POST /api/v1/user/api-key/create -f name=reader -f "permissions[]=read:balance" --yes',
    'pix api POST /api/v1/payment/create --input charge.json --yes',
  ],
});

export const tree = running(() => import('./run.ts'), api);

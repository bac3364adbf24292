import { Command } from 'commander';
import type { Source } from '../../completion/source.ts';
import { files } from '../../completion/sources.ts';
import { repeated, requiredArgument, valueOption, type Declaring } from '../declaring.ts';

export const helpGroup = 'lookUp';

export const texts = {
  en: () => import('../../text/en/api.ts'),
  'pt-BR': () => import('../../text/pt-br/api.ts'),
};

export function declareCommand({ text, runs }: Declaring): Command {
  const { help } = text.api;
  const api = new Command('api')
    .description(help.command)
    .addArgument(requiredArgument(help.method, methods))
    .addArgument(requiredArgument(help.path, paths))
    .addOption(repeated(valueOption('-f, --raw-field', help.rawField)))
    .addOption(repeated(valueOption('-F, --field', help.field)))
    .addOption(valueOption('--input', help.input, files))
    .option('-i, --include', help.include)
    .option('--paginate', help.paginate)
    .option('--yes', help.yes);
  return runs(api, {
    load: () => import('./run.ts'),
    arguments: ['method', 'path'],
    examples: [
      'pix api GET /api/v1/user/balance',
      'pix api GET /api/v1/payment/list -f status=COMPLETED -F limit=5 --include',
      "pix api GET /api/v1/payment/list --paginate --jq '.data.payments[].id'",
      'pix api POST /api/v1/user/api-key/create -f name=reader -f "permissions[]=read:balance" --yes',
      'pix api POST /api/v1/payment/create --input charge.json --yes',
    ],
  });
}

const methods: Source = async () => (await import('../../../client/http/raw-request.ts')).RAW_METHODS;

const paths: Source = async (_context, { earlier: [method] }) => {
  const { operations } = await import('../../../contract/operations.ts');
  const wanted = method?.toUpperCase();
  const known = Object.values(operations).filter((operation) => wanted === undefined || operation.method === wanted);
  return known.map(({ path, summary }) => ({ value: path, description: summary }));
};

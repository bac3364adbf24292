import type { Context } from '../../context/context.ts';
import type { ExportFlags } from './plan.ts';
import { runExport } from './run-export.ts';

/** `pix export withdraws` */
export async function run(context: Context, flags: ExportFlags): Promise<void> {
  await runExport(context, 'withdraws', flags);
}

import type { Context } from '../../context/context.ts';
import type { ExportFlags } from './plan.ts';
import { runExport } from './run-export.ts';

/** `pix export statement` */
export async function run(context: Context, flags: ExportFlags): Promise<void> {
  await runExport(context, 'statement', flags);
}

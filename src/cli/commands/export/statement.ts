import type { Context } from '../../context.ts';
import type { ExportFlags } from '../../export/plan.ts';
import { runExport } from '../../export/run-export.ts';

/** `pix export statement` */
export async function run(context: Context, flags: ExportFlags): Promise<void> {
  await runExport(context, 'statement', flags);
}

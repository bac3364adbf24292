import { sectionsOf } from '../../src/cli/commands/table.ts';
import { loadCatalogue } from '../../src/cli/text/translate.ts';

export const en = await loadCatalogue('en', sectionsOf());
export const ptBr = await loadCatalogue('pt-BR', sectionsOf());

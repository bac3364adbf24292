import { loadTexts } from '../../src/cli/program.ts';

export const en = await loadTexts('en');
export const ptBr = await loadTexts('pt-BR');

import type { prompt as english } from '../en/prompt.ts';

export const prompt: typeof english = {
  help: { command: 'Mostra o perfil em uma palavra, para o prompt do shell' },
  fields: { environment: 'Ambiente' },
};

import type { completion as english } from '../en/completion.ts';

export const completion: typeof english = {
  help: {
    command: 'Gera o script de autocompletar de um shell',
    shell: { value: 'shell', description: 'bash, zsh, fish ou powershell; vale para os shells abertos depois' },
  },
};

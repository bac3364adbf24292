import type { completion as english } from '../en/completion.ts';

export const completion: typeof english = {
  help: {
    command: 'Mostra o que faz um shell completar comandos, opções, perfis, execuções e outros valores',
    shell: { value: 'shell', description: 'bash, zsh, fish ou powershell; vale para os shells abertos depois' },
  },
};

import type { completion as english } from '../en/completion.ts';

export const completion: typeof english = {
  help: {
    shell: { value: 'shell', description: 'bash, zsh, fish ou powershell; vale para os shells abertos depois' },
  },
};

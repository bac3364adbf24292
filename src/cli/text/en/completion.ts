export const completion = {
  help: {
    shell: { value: 'shell', description: 'bash, zsh, fish or powershell; takes effect in new shells' },
  },
};

export const completion = {
  help: {
    command: 'Print what makes a shell complete commands, options, profiles, runs and other values',
    shell: { value: 'shell', description: 'bash, zsh, fish or powershell; new shells have it then' },
  },
};

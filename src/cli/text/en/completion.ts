export const completion = {
  help: {
    command: 'Print the completion script for a shell',
    shell: { value: 'shell', description: 'bash, zsh, fish or powershell; takes effect in new shells' },
  },
};

declare module '../translate.ts' {
  interface Catalogue {
    readonly completion: typeof completion;
  }
}

export const prompt = {
  help: { command: 'Print the profile in one word, for the prompt of a shell' },
  fields: { environment: 'Environment' },
};

declare module '../translate.ts' {
  interface Catalogue {
    readonly prompt: typeof prompt;
  }
}

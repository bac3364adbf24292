/** Types for the part of saxen that is used here: the package has none. */
declare module 'saxen' {
  type Decode = (text: string) => string;

  export class Parser {
    /** Elements and attributes of these namespaces have these prefixes, whatever the document calls them. */
    ns(prefixes: Readonly<Record<string, string>>): this;
    on(
      event: 'openTag',
      heard: (name: string, attributes: () => Readonly<Record<string, string>>, decode: Decode) => void,
    ): this;
    on(event: 'closeTag', heard: (name: string) => void): this;
    on(event: 'text', heard: (text: string, decode: Decode) => void): this;
    on(event: 'cdata', heard: (text: string) => void): this;
    on(event: 'error', heard: (error: Error) => void): this;
    on(event: 'warn', heard: () => void): this;
    write(xml: string): this;
    end(): Error | null;
  }
}

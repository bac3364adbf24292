type Labels = Readonly<Record<string, string>>;
type Commands = Readonly<Record<string, { readonly help: unknown; readonly fields?: Labels }>>;

/** The words for every field: each command brings those of its own rows, `shared` has what several of them print. */
export function fieldsOf<Shared extends Labels>(shared: Shared, commands: Commands): Labels & Shared {
  const ofCommands = Object.values(commands).flatMap(({ fields = {} }) => Object.entries(fields));
  return { ...Object.fromEntries(ofCommands), ...shared };
}

import { hostname, userInfo } from 'node:os';

/** Who does something, and on which machine: as the operating system names them, which proves nothing. */
export interface Actor {
  readonly user: string;
  readonly host: string;
}

export function currentActor(): Actor {
  return { user: userName(), host: hostname() };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return String(process.getuid?.() ?? '');
  }
}

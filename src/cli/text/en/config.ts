import { failure } from '../../errors/command-error.ts';

export const config = {
  help: {
    get: 'Show the value of a setting',
    set: 'Change a setting; "default" resets it',
    list: 'List all settings and where each value comes from',
    path: 'Show where settings are stored',
    name: '<name> language, time-zone, pager, profile, signing-key or accessible (for screen readers); of the profile: cover-fee or journal',
    value:
      '<value> en or pt-BR; America/Sao_Paulo; a command, cat for none; a profile; an SSH key; on or off; postgres://USER@HOST/DATABASE',
  },
  noProfile: (name: string) => failure`no profile to set ${name} for \n create one: pix auth login`,
  stored: (name: string, value: string) => `${name} is now ${value === '' ? '""' : value}.`,
  removed: (name: string) => `${name} was reset to its default.`,
  overridden: (name: string) => `An environment variable overrides ${name}.`,
  unknown: (typed: string, known: readonly string[], closest: string | undefined) => failure`
    unknown setting "${typed}"
    ${closest === undefined ? '' : `did you mean ${closest}? `}settings: ${known.join(', ')}`,
  unknownZone: (typed: string, closest: string | undefined) => failure`
    unknown time zone "${typed}"
    ${closest === undefined ? '' : `did you mean ${closest}? `}write it like America/Sao_Paulo, America/Manaus or UTC`,
  badSigningKey: failure`invalid key \n name the file of an SSH key, or of its public half if an agent has it`,
  badPager: failure`invalid command \n write it on one line: less -FRX`,
  unreadable: (path: string) => failure`${path} is not a valid settings file \n correct it (it is JSON), or remove it`,
  unwritable: (path: string, reason: string) => failure`
    cannot write ${path}: ${reason}
    check its owner and the free space, or choose another folder with PIX_CONFIG_DIR`,
};

import type { Complaint } from '../../errors/command-error.ts';

export const config = {
  help: {
    group: 'Language, time zone, pager and profile, chosen once for all commands',
    get: 'Show one setting as it is in force',
    set: 'Choose a setting; "default" takes the choice back',
    list: 'Show all settings, and what each of them comes from',
    path: 'Show where the settings are kept',
    name: { value: 'name', description: 'language, time-zone, pager or profile' },
    value: {
      value: 'value',
      description: 'en or pt-BR; America/Sao_Paulo; a command, cat for none; a profile',
    },
  },
  fields: { source: 'From' },
  stored: (name: string, value: string) => `${name} is ${value === '' ? '""' : value} now.`,
  removed: (name: string) => `${name} is what it is by default now.`,
  overridden: (name: string) => `A variable of the environment says otherwise for now, and wins over ${name}.`,
  unknown: (typed: string, known: readonly string[], closest: string | undefined): Complaint => ({
    message: `there is no setting "${typed}"`,
    hint: `${closest === undefined ? '' : `did you mean ${closest}? `}there are: ${known.join(', ')}`,
  }),
  unknownZone: (typed: string, closest: string | undefined): Complaint => ({
    message: `"${typed}" is not the name of a time zone`,
    hint: `${closest === undefined ? '' : `did you mean ${closest}? `}write it like America/Sao_Paulo, America/Manaus or UTC`,
  }),
  badPager: { message: 'that is no command', hint: 'write it on one line: less -FRX' },
  unreadable: (path: string): Complaint => ({
    message: `${path} is not a file of settings`,
    hint: 'correct it (it is JSON), or move it away',
  }),
  unwritable: (path: string, reason: string): Complaint => ({
    message: `${path} could not be written: ${reason}`,
    hint: 'check owner and free space, or choose another folder with PIX_CONFIG_DIR',
  }),
};

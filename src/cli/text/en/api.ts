import type { Complaint } from '../../errors/command-error.ts';

export const api = {
  help: {
    command: 'Ask for any route of the service with your key, and print the answer as it comes',
    method: { value: 'method', description: 'GET, POST, PUT, PATCH or DELETE' },
    path: { value: 'path', description: 'the route, such as /api/v1/user/balance' },
    rawField: { value: 'name=value', description: 'a field of the request, as text; may be repeated' },
    field: {
      value: 'name=value',
      description: 'the same, but true, false, null and numbers are what they are; @file is what a file holds',
    },
    input: { value: 'file', description: 'send this file as the body, as it is; - is stdin' },
    include: 'print the status and the headers of the answer, too',
    yes: 'do not ask before something else than a GET',
  },
  question: (method: string, path: string) => `Send ${method} ${path}? It may move money.`,
  needsYes: (method: string): Complaint => ({
    message: `${method} may move money, and there is nobody to confirm it`,
    hint: 'add --yes if that is what you want',
  }),
  cancelled: { message: 'not sent: the answer was No' },
  otherOrigin: (path: string, origin: string): Complaint => ({
    message: `${path} is not an address of ${origin}, and the key goes nowhere else`,
    hint: 'give the path alone, such as /api/v1/user/balance; another service is another profile: -p NAME',
  }),
  noRoute: 'check the path, and the id in it: a route looks like /api/v1/user/balance',
  noFields: {
    message: 'the answer of pix api is printed as it comes: --fields does not apply',
    hint: 'take what you need from the JSON, with jq for instance',
  },
  badField: (typed: string): Complaint => ({
    message: `"${typed}" is not a field of a request`,
    hint: 'write name=value, name[inner]=value, or name[]=value for each entry of a list',
  }),
  fieldsClash: (name: string): Complaint => ({
    message: `the field "${name}" is given in two ways that do not go together`,
    hint: 'a field is a value, a list (name[]=…) or an object (name[inner]=…)',
  }),
  unreadable: (path: string, reason: string): Complaint => ({
    message: `${path} could not be read: ${reason}`,
    hint: 'check the name of the file; nothing was sent',
  }),
  unknown: (method: string, path: string, reason: string): Complaint => ({
    message: `whether ${method} ${path} was carried out is UNKNOWN: ${reason}`,
    hint: 'do not repeat the command before you have looked: pix withdraw list, pix payments list',
  }),
  untold: (method: string, path: string, reason: string): Complaint => ({
    message: `${method} ${path} WAS CARRIED OUT, and its answer could not be told to its end: ${reason}`,
    hint: 'do not repeat the command; look at what it did: pix withdraw list, pix payments list',
  }),
};

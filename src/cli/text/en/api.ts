import { failure } from '../../errors/command-error.ts';

export const api = {
  help: {
    method: '<method> GET, POST, PUT, PATCH or DELETE',
    path: '<path> the route, such as /api/v1/user/balance',
    rawField: '<name=value> add a text field to the request; may be repeated',
    field: '<name=value> the same, but true, false, null and numbers keep their type; @file reads a file',
    input: '<file> send this file as the request body; - is stdin',
    include: 'print the status and headers of the response, too',
    paginate: 'print all pages of a list, one after another',
    yes: 'skip the confirmation of requests other than GET',
  },
  question: (method: string, path: string) => `Send ${method} ${path}? It may move money.`,
  needsYes: (method: string) => failure`
    ${method} may move money and was not confirmed: no terminal is attached
    add --yes if that is what you want`,
  otherOrigin: (path: string, origin: string) => failure`
    ${path} is not an address of ${origin}, and your API key is sent only there
    use only the path, such as /api/v1/user/balance; for another service use its profile: -p NAME`,
  noRoute: 'check the path and its id: a route looks like /api/v1/user/balance',
  noFields: failure`--fields does not apply: pix api prints the raw response \n filter the JSON, for example with jq`,
  hasPolicy: failure`
    this journal has a policy, and a withdrawal through pix api would bypass it; nothing was sent
    use pix withdraw create, or pix payouts submit FILE`,
  onlyListsHavePages: { message: '--paginate is for GET: only lists have pages' },
  badField: (typed: string) => failure`
    invalid request field "${typed}"
    write name=value, name[inner]=value, or name[]=value for each entry of a list`,
  fieldsClash: (name: string) => failure`
    the field "${name}" is given in two forms that cannot be combined
    a field is a value, a list (name[]=…) or an object (name[inner]=…)`,
  unknown: (method: string, path: string, reason: string) => failure`
    ${method} ${path} MAY HAVE BEEN CARRIED OUT; its outcome is unknown: ${reason}
    check before you repeat the command: pix withdraw list, pix payments list`,
  unreported: (method: string, path: string, reason: string) => failure`
    ${method} ${path} WAS CARRIED OUT, but its response was cut off: ${reason}
    do not repeat the command; check what it did: pix withdraw list, pix payments list`,
};

import type { auth as english } from '../en/auth.ts';

export const auth: typeof english = {
  help: {
    commands: {
      group: 'Entrar, trocar de perfil, ver qual chave está em uso',
      login: 'Confere uma chave de API com o serviço e a salva num perfil',
      status: 'Mostra os perfis e a chave em uso, sem consultar o serviço',
      switch: 'Torna atual outro perfil',
      logout: 'Remove um perfil e sua chave',
    },
    options: {
      allowHttp: 'envia a chave por http simples a outra máquina mesmo assim',
      profileName: { value: 'nome', description: 'o perfil' },
      readOnly: 'recusa o que mova dinheiro ou crie algo com este perfil',
      noReadOnly: 'deixa este perfil mover dinheiro de novo',
      refusalForm: {
        value: 'strict|message',
        description:
          'como este serviço diz não: como está no documento dele (strict), ou em qualquer JSON com uma mensagem (message), para um serviço sem gateway na frente cujas recusas contariam como incertas; sem a opção, como antes, ou strict',
      },
    },
  },
  fields: {
    refusalForm: 'Forma da recusa',
    current: 'Atual',
  },
  prompts: {
    baseUrl: 'Endereço do serviço (https://…)',
    apiKey: 'Chave de API (não aparece)',
    whichProfile: 'Qual perfil?',
  },
  httpRefused: (origin) => ({
    message: `${origin} fala http simples: qualquer um no caminho poderia ler a chave`,
    hint: 'use https; se a rede for sua, insista com --allow-http',
  }),
  keyFromEnvironment: 'A chave vem de PIX_API_KEY.',
  noKeyGiven: {
    message: 'nenhuma chave de API foi dada',
    hint: 'digite quando for pedida, use a entrada (pix auth login < chave.txt), ou defina PIX_API_KEY',
  },
  keyRefused: (origin) => ({
    message: `${origin} não aceita esta chave de API; nada foi salvo`,
    hint: 'confira se a chave foi copiada inteira e se é deste serviço',
  }),
  loggedIn: (profile, origin, key) => `Conectado a ${origin} com ${key}, salvo como perfil "${profile}".`,
  otherKeysDropped: (names) =>
    `As outras chaves deste perfil foram removidas, pois podem ser de outra conta: ${names.join(', ')}.`,
  keyReadsNothing: 'O serviço conhece a chave, mas ela não pode ler saldo, pagamentos nem saques.',
  notCurrent: (profile) =>
    `O perfil atual é outro. Use este com "-p ${profile}", ou troque: pix auth switch ${profile}`,
  noProfiles: 'Não há perfis salvos.',
  switchTo: (known) => ({
    message: 'qual perfil?',
    hint: known.length === 0 ? 'ainda não há nenhum: pix auth login' : `pix auth switch NOME; há: ${known.join(', ')}`,
  }),
  switched: (profile) => `O perfil "${profile}" agora é o atual.`,
  loggedOut: (profile) => `O perfil "${profile}" e sua chave foram removidos.`,
  hasLooseRefusals: (origin) =>
    `Qualquer JSON com uma mensagem conta como recusa de ${origin}, também o de um gateway na frente dele. Para voltar: --refusal-form strict`,
  inForce: (key, source, origin) => `Em uso: ${key} (${source}) para ${origin}.`,
  isReadOnly: (profile) => `O perfil "${profile}" é só de leitura: comandos que movem dinheiro recusam.`,
  becameCurrent: (profile, before) =>
    `O perfil "${profile}" agora é o atual, no lugar de "${before}" (o serviço local).`,
};

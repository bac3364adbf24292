import type { keyStorage as english } from '../en/key-storage.ts';

export const keyStorage: typeof english = {
  help: {
    keychain: 'guarda a chave no cofre de senhas do sistema operacional, e em nenhum outro lugar',
    noKeychain: 'guarda a chave no arquivo de configuração, que só você pode ler',
    readOnly: 'recusa o que mova dinheiro ou crie algo com este perfil',
    noReadOnly: 'deixa este perfil mover dinheiro de novo',
    refusalForm: {
      value: 'strict|message',
      description:
        'como este serviço diz não: como está no documento dele (strict), ou em qualquer JSON com uma mensagem (message), para um serviço sem gateway na frente cujas recusas contariam como incertas; sem a opção, como antes, ou strict',
    },
    move: 'Leva as chaves do perfil para o cofre de senhas, ou para o arquivo',
    place: { value: 'keychain|file', description: 'para onde: keychain (cofre) ou file (arquivo)' },
  },
  place: 'LUGAR',
  fields: { keyPlace: 'Chave está em', readOnly: 'Só leitura', refusalForm: 'Forma da recusa' },
  places: {
    keychain: 'cofre de senhas do sistema',
    file: (path) => `arquivo ${path}, que só você pode ler`,
  },
  inForce: (key, source, origin) => `Em uso: ${key} (${source}) para ${origin}.`,
  sources: {
    environment: 'de PIX_API_KEY',
    keychain: 'do perfil, no cofre de senhas',
    file: 'do perfil, no arquivo',
  },
  kept: (key, place) => `A chave ${key} está guardada em: ${place}.`,
  hasLooseRefusals: (origin) =>
    `Qualquer JSON com uma mensagem conta como recusa de ${origin}, também o de um gateway na frente dele. Para voltar: --refusal-form strict`,
  noKeychainHere: (reason) => `Não há aqui um cofre de senhas que se possa usar (${reason}).`,
  keychainRefused: (reason) => ({
    message: `o cofre de senhas não pode ser usado: ${reason}`,
    hint: 'desbloqueie-o ou entre na sessão gráfica, ou guarde a chave no arquivo: --no-keychain',
  }),
  locked: (profile, key, reason) => ({
    message: `a chave "${key}" do perfil "${profile}" está no cofre de senhas, que não pode ser lido: ${reason}`,
    hint: `desbloqueie-o e tente de novo, ou dê a chave em PIX_API_KEY, ou guarde-a de novo: pix auth login -p ${profile} --no-keychain`,
  }),
  missing: (profile, key) => ({
    message: `a chave "${key}" do perfil "${profile}" não está mais no cofre de senhas`,
    hint: `guarde-a de novo: pix auth login -p ${profile}`,
  }),
  leftBehind: (entry, reason) =>
    `A entrada "${entry}" de "pix" continua no cofre de senhas, e não é mais usada; remova-a de lá (${reason}).`,
  moved: (count, profile, place) =>
    count === 1
      ? `A chave do perfil "${profile}" agora está em: ${place}.`
      : `As ${count} chaves do perfil "${profile}" agora estão em: ${place}.`,
  nothingToMove: (profile, place) => `As chaves do perfil "${profile}" já estão em: ${place}.`,
  readOnly: (profile) => ({
    message: `o perfil "${profile}" é só de leitura: não move dinheiro nem cria nada; nada foi enviado`,
    hint: `use outro perfil com -p, ou libere este: pix auth login -p ${profile} --no-read-only`,
  }),
  isReadOnly: (profile) => `O perfil "${profile}" é só de leitura: comandos que movem dinheiro recusam.`,
  becameCurrent: (profile, before) =>
    `O perfil "${profile}" agora é o atual, no lugar de "${before}" (o serviço local).`,
};

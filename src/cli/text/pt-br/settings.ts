import { failure } from '../../errors/command-error.ts';
import type * as english from '../en/settings.ts';

export const settings: typeof english.settings = {
  localService: 'serviço local, sem dinheiro real',
  pagerPrompt: '?eq sai:Enter continua, q sai.',
  timesIn: (zone) => `horário de ${zone}`,
  invalidTimeZone: (zone, closest) => failure`
    fuso horário desconhecido em TZ: ${zone}
    ${closest === undefined ? 'escreva como America/Sao_Paulo ou UTC' : `você quis dizer TZ=${closest}?`}`,
  noKey: failure`
    nenhuma chave de API configurada
    pix auth login, ou defina PIX_API_KEY; para experimentar: pix serve --mock`,
  noBaseUrl: failure`
    nenhum endereço de serviço configurado
    entre com "pix auth login", defina PIX_BASE_URL ou use --base-url`,
  invalidBaseUrl: (source) => failure`
    ${source === '' ? '' : `${source}: `}endereço do serviço inválido
    deve começar com https:// ou http://, sem usuário, senha nem query`,
  invalidJournal: (source) => failure`
    ${source}: endereço do registro de pagamentos inválido
    use postgres://USUÁRIO@HOST/BANCO; a senha vem de PGPASSWORD ou de um arquivo pgpass`,
  unknownProfile: (name, known, closest) => failure`
    perfil não encontrado: "${name}"
    ${known.length === 0 ? 'crie um com: pix auth login' : `${closest === undefined ? '' : `você quis dizer ${closest}? `}perfis: ${known.join(', ')}`}`,
  keyOfAnotherService: (profile, own, other) => failure`
    a chave do perfil "${profile}" é de ${own} e não é enviada a ${other}
    informe a chave daquele serviço em PIX_API_KEY, ou entre nele: pix auth login -p NOME --base-url URL`,
  keyPassedOver: (profile) => `nota: usando PIX_API_KEY, que não é chave do perfil "${profile}"`,
  passedOver: (profile) => failure`
    PIX_API_KEY está definida e não é chave do perfil "${profile}": pode ser de outra conta; nada foi enviado
    para usar o perfil "${profile}", remova PIX_API_KEY e PIX_BASE_URL; para usar PIX_API_KEY, remova -p, ou troque-o por PIX_PROFILE`,
  emptyVariable: (variable) => failure`
    ${variable} está definida, mas vazia; nada foi enviado
    informe o valor certo, ou remova a variável`,
  readOnly: (profile) => failure`
    o perfil "${profile}" é somente leitura: não movimenta dinheiro nem cria nada; nada foi enviado
    use outro perfil com -p, ou libere este: pix auth login -p ${profile} --no-read-only`,
  unprotected: (origin) => `aviso: a chave é enviada a ${origin} por HTTP sem criptografia e pode ser interceptada`,
  thisMachine: 'esta máquina',
  noProfile: failure`nenhum perfil para guardar chaves \n entre primeiro: pix auth login`,
  unknownKey: (name, known, closest) => failure`
    chave não encontrada: "${name}"
    ${closest === undefined ? '' : `você quis dizer ${closest}? `}chaves: ${known.join(', ')}`,
};

export const keyStorage: typeof english.keyStorage = {
  storages: {
    command: 'gerenciador de senhas, consultado por um comando',
    keychain: 'cofre de senhas do sistema',
    file: (path) => `arquivo ${path}, que só você pode ler`,
  },
  commandExit: (exitCode) => `ele terminou com o código de saída ${exitCode}`,
  stored: (key, storage) => `A chave ${key} foi salva em: ${storage}.`,
  noKeychainHere: (reason) => `Nenhum cofre de senhas disponível (${reason}).`,
  keychainRefused: (reason) => failure`
    não foi possível usar o cofre de senhas: ${reason}
    desbloqueie-o ou entre na sessão gráfica, ou salve a chave no arquivo: --no-keychain`,
  locked: (profile, key, reason) => failure`
    a chave "${key}" do perfil "${profile}" está no cofre de senhas, que não pode ser lido: ${reason}
    desbloqueie-o e tente de novo, defina PIX_API_KEY, ou salve a chave de novo: pix auth login -p ${profile} --no-keychain`,
  commandFailed: (profile, key, reason) => failure`
    o comando que imprime a chave "${key}" do perfil "${profile}" falhou: ${reason}
    teste o comando sozinho, ou entre de novo: pix auth login -p ${profile}`,
  missing: (profile, key) => failure`
    a chave "${key}" do perfil "${profile}" não está mais onde foi salva
    salve-a de novo: pix auth login -p ${profile}`,
  leftBehind: (entry, reason) =>
    `A entrada "${entry}" de "pix" continua no cofre de senhas, mas não é mais usada; remova-a de lá (${reason}).`,
};

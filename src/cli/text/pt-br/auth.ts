import { failure } from '../../errors/command-error.ts';
import type * as english from '../en/auth.ts';

export const auth: typeof english.auth = {
  help: {
    commands: {
      login: 'Confere uma chave de API no serviço e a salva em um perfil',
      status: 'Mostra os perfis e a chave em uso, sem consultar o serviço',
      switch: 'Troca de perfil',
      logout: 'Remove um perfil e sua chave',
    },
    options: {
      allowHttp: 'envia a chave por HTTP sem criptografia, mesmo para outra máquina',
      profileName: '<nome> o perfil',
      readOnly: 'bloqueia tudo o que movimenta dinheiro ou cria algo com este perfil',
      noReadOnly: 'volta a permitir que este perfil movimente dinheiro',
      refusalForm:
        '<strict|message> o que conta como recusa: strict (padrão), só a forma documentada; message, qualquer JSON com uma mensagem, para um serviço que recusa de outra forma e não tem gateway na frente',
    },
  },
  httpRefused: (origin) => failure`
    ${origin} usa HTTP sem criptografia: a chave poderia ser interceptada
    use https; na sua própria rede, use --allow-http`,
  keyFromEnvironment: 'Usando a chave de PIX_API_KEY.',
  askingCommand: (command) => `Pedindo a chave: ${command}`,
  noKeyCommand: failure`
    nenhum comando informado, ou aspas sem fechar
    escreva-o entre aspas: --key-command 'op read op://banco/pix/chave'`,
  noKeyPrinted: (reason) => failure`
    o comando não forneceu a chave: ${reason}
    ele deve imprimir só a chave e terminar com código de saída 0`,
  noKeyGiven: failure`
    nenhuma chave de API informada
    digite-a quando for pedida, envie-a pela entrada padrão (< chave.txt) ou defina PIX_API_KEY`,
  keyRefused: (origin) => failure`
    ${origin} recusou esta chave de API; nada foi salvo
    confira se você copiou a chave inteira e se ela é deste serviço`,
  loggedIn: (profile, origin, key) => `Conectado a ${origin} com ${key}; perfil "${profile}" salvo.`,
  otherKeysDropped: (names) =>
    `As outras chaves deste perfil foram removidas porque podem ser de outra conta: ${names.join(', ')}.`,
  keyReadsNothing: 'A chave é válida, mas não tem permissão para ler saldo, cobranças nem envios.',
  notCurrent: (profile) =>
    `O perfil atual é outro. Use este com "-p ${profile}", ou troque: pix auth switch ${profile}`,
  noProfiles: 'Nenhum perfil salvo.',
  switchTo: (known) => failure`
    qual perfil?
    ${known.length === 0 ? 'crie um com: pix auth login' : `pix auth switch NOME; perfis: ${known.join(', ')}`}`,
  switched: (profile) => `Perfil atual: "${profile}".`,
  loggedOut: (profile) => `Perfil "${profile}" e sua chave removidos.`,
  hasLooseRefusals: (origin) =>
    `Qualquer JSON com uma mensagem conta como recusa de ${origin}, mesmo vindo de um gateway. Para desfazer: --refusal-form strict`,
  inForce: (key, source, origin) => `Usando ${key} (${source}) em ${origin}.`,
  isReadOnly: (profile) => `O perfil "${profile}" é somente leitura: comandos que movimentam dinheiro são bloqueados.`,
  becameCurrent: (profile, before) => `Perfil atual: "${profile}", no lugar de "${before}" (o serviço local).`,
};

export const keys: typeof english.keys = {
  help: {
    commands: {
      add: 'Confere outra chave de API no serviço e a salva no perfil',
      list: 'Lista as chaves do perfil e as permissões conhecidas',
      remove: 'Remove uma chave do perfil',
      move: 'Move as chaves para o cofre de senhas ou para o arquivo',
      check: 'Consulta no serviço o que cada chave pode fazer',
    },
    options: {
      name: '<nome> o seu nome para a chave',
      place: '<lugar> para onde: keychain (cofre) ou file (arquivo)',
    },
  },
  nameTaken: (name, profile) => failure`
    o perfil "${profile}" já tem uma chave chamada "${name}"
    escolha outro nome, ou remova antes aquela chave: pix keys remove ${name}`,
  alreadyThere: (name, profile) => failure`
    o perfil "${profile}" já tem esta chave, como "${name}"
    para ver todas: pix keys list`,
  otherAccount: (profile) => failure`
    a chave é de uma conta diferente da do perfil "${profile}"; nada foi salvo
    salve-a em um perfil próprio: pix auth login -p NOME`,
  lastKey: (profile) => failure`
    esta é a única chave do perfil "${profile}"
    remova-a junto com o perfil: pix auth logout -p ${profile}`,
  refused: (names) => failure`
    recusadas pelo serviço: ${names.join(', ')}
    remova chaves revogadas com: pix keys remove ${names[0] ?? ''}`,
  added: (name, key, profile) => `Chave ${key} salva como "${name}" no perfil "${profile}".`,
  removed: (name, profile) => `Chave "${name}" removida do perfil "${profile}".`,
  accountUnchecked:
    'Não foi possível conferir se a chave é da mesma conta: ela e a primeira chave não têm permissão de leitura em comum.',
  notTested: 'não testada',
  writesUnknown: 'Só ao usar uma chave se sabe se ela pode enviar dinheiro e criar cobranças.',
  moved: (count, profile, index) =>
    count === 1
      ? `A chave do perfil "${profile}" agora está em: ${index}.`
      : `As ${count} chaves do perfil "${profile}" agora estão em: ${index}.`,
  nothingToMove: (profile, index) => `As chaves do perfil "${profile}" já estão em: ${index}.`,
};

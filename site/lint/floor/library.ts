import { featureAt, lacking } from './support.ts';

/** The parts of MDN's data that describe what scripts can use, in which a name is looked up. */
const APIS = ['api'];
const BUILTINS = ['javascript', 'builtins'];

/**
 * Takes a file of TypeScript's library and declares what the floor lacks as optional, so that the type check demands a
 * guard or an optional call where a script uses it. The files are generated and have a member per line.
 */
export function libraryOfFloor(declarations: string): string {
  let owner: Owner | null = null;
  const lines = declarations.split('\n').map((line) => {
    const opening = /^(?:declare )?(?:interface (\w+)|var (\w+):).*\{$/.exec(line);
    if (opening) {
      owner = opening[1] ? ownerOf(opening[1]) : { name: opening[2] ?? '', isStatic: true };
      return owner.isStatic && opening[2] && isLacking(owner.name)
        ? line.replace(/: \{$/, ': undefined | {')
        : line;
    }
    if (line.startsWith('}')) {
      owner = null;
    }
    return owner ? optionalMember(line, owner) : optionalFunction(line);
  });
  return lines.join('\n');
}

/** Whose members the lines are: of a class's instances, or of the class itself. */
type Owner = { name: string; isStatic: boolean };

function ownerOf(name: string): Owner {
  const built = /^(\w+)Constructor$/.exec(name)?.[1];
  return built && featureAt(...BUILTINS, built) ? { name: built, isStatic: true } : { name, isStatic: false };
}

/** Makes a member optional that the floor lacks. An accessor can't be optional, so it becomes a property. */
function optionalMember(line: string, owner: Owner): string {
  const member = /^ {4}((?:readonly )?)((?:get |set )?)(\w+)([(<:].*)$/.exec(line);
  if (!member) {
    return line;
  }
  const [, readonly = '', accessor = '', name = '', rest = ''] = member;
  if (!isMemberLacking(owner, name)) {
    return line;
  }
  if (accessor === 'set ') {
    return '';
  }
  return `    ${readonly}${name}?${accessor === 'get ' ? rest.replace('()', '') : rest}`;
}

/** Makes a global function optional that the floor lacks. */
function optionalFunction(line: string): string {
  const declared = /^declare function (\w+)((?:<.*>)?\(.*\)): (.*);$/.exec(line);
  const [, name = '', parameters = '', result = ''] = declared ?? [];
  return declared && isLacking(name)
    ? `declare const ${name}: (${parameters} => ${result}) | undefined;`
    : line;
}

/** Whether the floor lacks something that has a global name. */
export function isLacking(name: string): boolean {
  const places = [
    [...APIS, name],
    [...APIS, 'Window', name],
    [...BUILTINS, name],
  ];
  const known = places.find((place) => featureAt(...place)?.__compat);
  return known !== undefined && lacking(...known) !== null;
}

function isMemberLacking({ name: owner, isStatic }: Owner, name: string): boolean {
  for (const part of [APIS, BUILTINS]) {
    if (featureAt(...part, owner)) {
      const member = isStatic && part === APIS ? `${name}_static` : name;
      return lacking(...part, owner, member) !== null;
    }
  }
  // A mixin, which the data has with each interface that includes it.
  return !isStatic && owners(name).length > 0 && owners(name).every((place) => lacking(...place));
}

const OWNERS = new Map<string, string[][]>();

/** Every interface that has a member of a name, by its place in the data. */
export function owners(name: string): string[][] {
  if (OWNERS.size === 0) {
    for (const part of [APIS, BUILTINS]) {
      for (const owner of Object.keys(featureAt(...part) ?? {})) {
        for (const member of Object.keys(featureAt(...part, owner) ?? {})) {
          const plain = member.replace(/_static$/, '');
          OWNERS.set(plain, [...(OWNERS.get(plain) ?? []), [...part, owner, member]]);
        }
      }
    }
  }
  return OWNERS.get(name) ?? [];
}

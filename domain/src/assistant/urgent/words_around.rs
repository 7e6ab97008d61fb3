//! The words around what is said, which tell whether somebody has it. In English, Spanish and Vietnamese.

/// What people take part in.
pub(super) const TRIALS: &str = "trial|trials|study|studies|research|ensayo|ensayos|estudio|estudios|\
    investigación|thử nghiệm|nghiên cứu";
/// What else shows that somebody asks about taking part.
pub(super) const JOINING: &str =
    "join|sign up|signing up|enroll|eligible|qualify|participate|take part|participar|tham gia";
/// Words that lead from a study to what it is about.
pub(super) const LED_TO: &str =
    "for|about|on|into|of|in|with|against|to|after|regarding|para|sobre|de|del|con|contra|cho|về|dành";
/// Those of them that lead on where other words or a comma stand between: `trials for asthma, chest pain`.
pub(super) const LED_ON_TO: &str = "for|about|regarding|against|para|sobre|cho|về";
/// Words behind what they are about: `stroke survivors`.
pub(super) const AFTER_A_TOPIC: &str = "trial|trials|study|studies|research|survivor|survivors|patient|\
    patients|prevention|reversal|treatment|treatments|medication|medications|medicine|medicines|disorder|\
    disorders|recovery|rehab|rehabilitation|syndrome|drug|drugs|vaccine|clinic|program|programs|center|risk|\
    risks|history|awareness|sufferers|management|therapy|therapies|relief|specialist|specialists|app|\
    condition|conditions|included|covered|allowed|accepted|là|contact|contacts|use|department|medicine|\
    services|surgery|phone|number";
/// What stands before something that is only spoken of.
pub(super) const BEFORE_A_TOPIC: &str = "history of|risk of|risk for|prevent|prevents|preventing|\
    prevention of|treat|treats|treating|treatment for|treatments for|treatment of|survived|died of|\
    died from|dies of|survivor of|survivors of|recovering from|recover from|recovery from|recovery after|\
    diagnosed with|living with|people with|patients with|adults with|those with|women with|men with|\
    children with|anyone with|what is|what are|whats|what causes|what does|question about|questions about|\
    asking about|ask about|only about|do they study|do you study|information about|information on|info about|info on|article about|article on|\
    articles about|articles on|read about|learn about|interested in|tell me about|side effects are|\
    side effect of|side effects of|side effects like|cause|causes|antecedentes de|historia de|riesgo de|\
    prevenir|personas con|pacientes con|qué es|qué causa|información sobre|contacto de|uso de|người bị|\
    người|bệnh nhân|nguy cơ|tiền sử|phòng ngừa";
/// Whoever it happens to.
pub(super) const SOMEBODY: &str = "i|im|ive|my|me|he|hes|she|shes|his|her|him|we|were|our|this|name|yo|mi|\
    le|tôi|em|cháu|con|mẹ|bố|chồng|vợ|anh|chị|ông|bà";
/// What is said of somebody who has something at this moment.
pub(super) const PRESENT: &str = "having|has|have|is|are|am|now|suddenly|feel|feels|feeling|got|getting|\
    started|think|thinks|just|cant|wont|tengo|tiene|está|estoy|ahora|đang|vừa";
/// People in general.
pub(super) const PEOPLE: &str = "people|patients|adults|those|survivors|volunteers|participants|men|women|\
    children|kids|veterans|seniors|persons|individuals|anyone|anybody|babies|personas|pacientes|niños|\
    adultos|người";
pub(super) const WHO: &str = "who|that|whose|whove|que";
/// Words between people and what they have.
pub(super) const HELD_BY: &str = "has|have|had|having|with|a|an|the|severe|often|get|gets|got|suffer|\
    suffers|suffering|from|experience|experiencing|experienced|already|recently|once|always|con|tienen|han|\
    tenido|un|bị|nearly|almost";
/// Words between a denial and what is denied.
pub(super) const HAVING: &str = "have|having|has|had|any|a|an|been|feel|feeling|felt|in|really|actually|\
    currently|the|severe|tengo|tiene|tuve|hay|siento|un|una|bị|có|hề";
pub(super) const DENYING: &str = "no|not|never|without|dont|doesnt|didnt|isnt|arent|wasnt|hasnt|havent|nor|\
    denies|denied|denying|ninguna|ningún|sin|nunca|niega|negó|không|chưa|aint";
/// Denials of notes, which hold for a list: `denies fever, chest pain`.
pub(super) const DENYING_A_LIST: &str = "denies|denied|denying|niega|negó";
/// Words behind which a denied list is over.
pub(super) const ENDING_A_LIST: &str = "but|however|except|reports|presents|complains|with|pero|nhưng";
/// Weeks ago and earlier.
pub(super) const PAST_TIME: &str = "last year|last month|last week|last summer|last winter|last spring|\
    last fall|last autumn|years ago|year ago|yrs ago|yr ago|months ago|month ago|weeks ago|week ago|\
    decades ago|years back|months back|long ago|a while back|in the past|when i was|when he was|\
    when she was|as a child|as a kid|as a teenager|in my 20s|in my 30s|in my 40s|used to|año pasado|\
    mes pasado|semana pasada|hace años|hace un año|hace dos años|hace tres años|hace cinco años|hace meses|\
    hace un mes|hace dos meses|años atrás|năm ngoái|năm trước|năm kia|tháng trước|tuần trước|hồi nhỏ|\
    trước đây|từng|đã từng";
/// What stands before a year.
pub(super) const YEAR_AFTER: &str = "in|of|back|year|en|del|năm|around";
/// What says that something is so again.
pub(super) const LATELY: &str = "now|again|today|tonight|currently|this morning|this evening|this afternoon|\
    minutes ago|hours ago|hour ago|ahora|hoy|otra vez|bây giờ|hôm nay|đang|vừa";
pub(super) const PAST_VERBS: &str = "had|was|suffered|experienced|survived|got|went|felt|used to|resolved|subsided|gone|tuvo|tuve|sufrió|\
    sufrí|desapareció|bị";
pub(super) const SINCE: &str =
    "since|ever since|have had|ive had|has had|hes had|shes had|been having|still|desde|từ";
/// What makes of an illness one that happens.
pub(super) const RIGHT_NOW: &str = "now|right now|at the moment|as we speak|help|happening|in progress|\
    i think|maybe|i guess|i believe|probably|please|pls|ahora|ahorita|creo|bây giờ|cứu";
/// What somebody says who takes something for an emergency.
pub(super) const SUSPECTING: &str = "think|thinks|believe|suspect|afraid|scared|worried|might be|may be|\
    maybe|could be|must be|probably|possibly|looks like|look like|seems like|sounds like|feels like|\
    feel like|it is a|its a|its an|this is a|is it a|is this a|am i having|signs of|symptoms of|creo que|\
    parece|puede ser|es un|síntomas de|hình như|có lẽ|chắc là|dấu hiệu";
/// What tells of a long complaint that it can't wait.
pub(super) const STRONGLY: &str = "having|cant speak|cant talk|so short|very short|so hard|very hard|\
    really hard|so bad|really bad|very bad|suddenly|sudden|all of a sudden|right now|now|getting worse|\
    worse and worse|after the shot|after the injection|study shot|study drug|after my shot|\
    after the vaccine|after the infusion|after taking|after the dose|after my dose|baby|newborn|infant|\
    toddler|mucho|muchísimo|de repente|ahora|bebé|quá|lắm|đang|đột ngột|bây giờ|vừa|tự nhiên";
/// What somebody says who has lived with it.
pub(super) const ON_AND_ON: &str = "at night|sometimes|often|when i exercise|exercise|stairs|climbing|\
    chronic|every day|everyday|daily|for years|for months|since|always|usually|years|months|disorder|\
    disorders|siempre|a veces|desde|años|meses|thỉnh thoảng|lâu nay|nhiều năm|mãn tính|khi leo|ban đêm";
/// What is said beside a call for help and tells nothing.
pub(super) const HARDLY_WORDS: &str = "hello|hi|hey|please|pls|plz|help|me|i|im|my|he|she|is|and|now|oh|god|omg|\
    hola|por|favor|ayuda|ahora|tiene|tengo|con|cứu|giúp|tôi|với|bị";

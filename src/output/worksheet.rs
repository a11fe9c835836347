//! A worksheet: a page of questions for pupils, and a page of solutions for their teacher.

use maud::{Markup, html};
use num_rational::BigRational;
use num_traits::Zero;

use super::number::{one_in, percent, quantity, raised, whole};
use super::odds::{headline, in_casts};
use super::page::{page, sides};
use super::words::listed;
use crate::analysis::{Figure, Lesson};
use crate::tali::{Cast, Face, Kind, USUAL_TALI, presets};

/// A worksheet on a set of bones.
pub(crate) struct Worksheet {
    pub lesson: Lesson,
    /// The preset or file that the user named.
    pub faces: String,
}

/// A question with its method and its answer.
struct Question {
    ask: String,
    how: String,
    answer: String,
    /// The number of blank lines for the answer.
    lines: usize,
}

/// The longest fraction on a worksheet, in characters; a longer one is printed as a decimal.
const LONGEST_FRACTION: usize = 15;

/// Counts for the worked example of X², which add up to [`Lesson::THROWS`].
const EXAMPLE: [u32; 4] = [6, 13, 18, 3];

fn number(value: &BigRational) -> String {
    quantity(&Figure::Exact(value.clone()), "")
}

fn short_fraction(value: &BigRational) -> Option<String> {
    Some(value.to_string()).filter(|text| text.len() <= LONGEST_FRACTION)
}

/// `1/10`, or a decimal.
fn fraction_or_decimal(value: &BigRational) -> String {
    short_fraction(value).unwrap_or_else(|| number(value))
}

/// `24/625 = 3.84 %, 1 in 26`, without the fraction if it is long.
fn chance(figure: &Figure) -> String {
    match figure {
        Figure::Exact(value) if short_fraction(value).is_none() => {
            format!("{}, {}", percent(figure), one_in(figure))
        }
        figure => headline(figure),
    }
}

impl Worksheet {
    fn questions(&self) -> Vec<Question> {
        let Lesson { weights, venus, six, venus_given_six, mean, .. } = &self.lesson;
        let [one, three, four, six_weight] = weights.each_ref().map(fraction_or_decimal);
        let throws = Lesson::THROWS;
        let product = BigRational::from_integer(4.into()) * mean;
        vec![
            Question {
                ask: format!("Throw one talus {throws} times and fill in the table above. What share of your throws shows each face? \
                              Put your counts on the class's tally sheet as well."),
                how: "count ÷ throws".to_owned(),
                answer: format!(
                    "In {throws} throws the probabilities in the table give {} on average; a pupil's counts scatter around these.",
                    self.expected().join(", ")
                ),
                lines: 1,
            },
            Question {
                ask: format!("A cast of a 6, a 4, a 3 and a 1 is called {}. In how many orders can four tali show it?", Kind::Venus.title()),
                how: "4 · 3 · 2 · 1".to_owned(),
                answer: "24 orders.".to_owned(),
                lines: 1,
            },
            Question {
                ask: "How likely is Venus on one cast, with the probabilities in the table?".to_owned(),
                how: format!("24 · ({one}) · ({three}) · ({four}) · ({six_weight})"),
                answer: format!("{}.", chance(&venus.probability)),
                lines: 2,
            },
            self.canis(),
            self.repeated(),
            self.wait(),
            Question {
                ask: "What is the mean of one talus with the probabilities in the table? And of the sum of four?".to_owned(),
                how: format!("1 · {one} + 3 · {three} + 4 · {four} + 6 · {six_weight}; four times as much"),
                answer: format!("{} and {}.", number(mean), number(&product)),
                lines: 2,
            },
            Question {
                ask: "Somebody covers a cast and tells you only that it shows at least one 6. How likely is Venus now?".to_owned(),
                how: format!("P(Venus) ÷ P(at least one 6), and P(at least one 6) = 1 − (1 − {six_weight})⁴ = {}", percent(six)),
                answer: format!("{}.", chance(venus_given_six)),
                lines: 2,
            },
            self.high_sum(),
            self.test(),
        ]
    }

    /// The expected counts of the faces.
    fn expected(&self) -> [String; 4] {
        let throws = BigRational::from_integer(Lesson::THROWS.into());
        self.lesson.weights.each_ref().map(|weight| number(&(weight * &throws)))
    }

    fn canis(&self) -> Question {
        let Lesson { weights, venus, canis, .. } = &self.lesson;
        let [one, others @ ..] = weights;
        let likelier = venus.probability.rational().zip(canis.rational());
        let likelier = likelier.filter(|(_, canis)| !canis.is_zero()).map(|(venus, canis)| venus / canis);
        let much = BigRational::from_integer(2.into());
        let why = if likelier.as_ref().is_some_and(|times| *times > much) {
            "Why is Canis still much rarer?"
        } else {
            "Why do their chances differ?"
        };
        let mut casts: Vec<String> = Cast::all(USUAL_TALI).iter().map(ToString::to_string).collect();
        casts.sort();
        let because = match likelier {
            None => "Venus has 24 orders, Canis one.".to_owned(),
            Some(times) if others.iter().all(|weight| weight == one) => {
                format!("Venus has 24 orders, Canis one, so Venus is {} times as likely.", number(&times))
            }
            Some(times) => {
                let than_one = others.each_ref().map(|weight| number(&(weight / one)));
                format!(
                    "Venus has 24 orders, Canis one, and the faces are not equally likely: a 3, a 4 and a 6 are {} times as likely as a 1. \
                    So Venus is 24 · {} = {} times as likely as Canis.",
                    listed(&than_one),
                    than_one.join(" · "),
                    number(&times)
                )
            }
        };
        Question {
            ask: format!(
                "How likely is Canis, four 1s? There are {} different casts: {}. Venus and Canis are one each. {why}",
                casts.len(),
                casts.join(", ")
            ),
            how: format!("({})⁴", fraction_or_decimal(one)),
            answer: format!("{}. {because}", chance(canis)),
            lines: 2,
        }
    }

    fn repeated(&self) -> Question {
        let casts = Lesson::CASTS;
        let venus = &self.lesson.venus;
        let within = venus.within.first().map_or_else(String::new, |within| percent(&within.probability));
        let product = venus.probability.rational().filter(|chance| !chance.is_zero());
        let product = product.map_or_else(String::new, |chance| {
            let product = Figure::Exact(chance * BigRational::from_integer(casts.into()));
            format!(" {casts} · p = {} counts series with two Venuses twice.", percent(&product))
        });
        Question {
            ask: format!("How likely is at least one Venus in {casts} casts?"),
            how: format!("1 − (1 − p){} with p from question 3", raised(&casts)),
            answer: format!("{within}.{product}"),
            lines: 2,
        }
    }

    fn wait(&self) -> Question {
        let venus = &self.lesson.venus;
        let chance = venus.probability.approximate().filter(|chance| *chance > 0.0 && *chance < 1.0);
        let logarithms = chance.map_or_else(String::new, |chance| {
            format!(", so n ≥ log ½ ÷ log (1 − p) = {:.2}", 0.5_f64.ln() / (-chance).ln_1p())
        });
        let answer = if venus.mean_wait.is_number() {
            format!(
                "{} on average, and {} for 50 %: the mean is larger, because waits can be very long.",
                in_casts(&quantity(&venus.mean_wait, "")),
                in_casts(&whole(&venus.quantiles[0].casts))
            )
        } else {
            "These bones never show Venus.".to_owned()
        };
        Question {
            ask: "How many casts does it take on average to see Venus? After how many casts is the chance of at least one Venus 50 % or more?"
                .to_owned(),
            how: format!("1 ÷ p; the smallest n with (1 − p)ⁿ ≤ ½{logarithms}"),
            answer,
            lines: 2,
        }
    }

    fn high_sum(&self) -> Question {
        let Lesson { high_sum, high_sums, .. } = &self.lesson;
        let (sums, chances): (Vec<String>, Vec<String>) =
            high_sums.iter().map(|(sum, chance)| (sum.to_string(), percent(chance))).unzip();
        Question {
            ask: format!("Would you bet on a sum of {} or more at even money?", Lesson::HIGH),
            how: format!("the chances of {}: {}", listed(&sums), chances.join(" + ")),
            answer: format!(
                "{}: {}.",
                chance(high_sum),
                if is_more_than_half(high_sum) {
                    "yes, it is more than half"
                } else {
                    "no, it is not more than half"
                }
            ),
            lines: 1,
        }
    }

    fn test(&self) -> Question {
        let Lesson { critical, freedom, .. } = &self.lesson;
        Question {
            ask: format!(
                "Could your talus have the probabilities in the table? Compare your counts with the expected ones: \
                X² = Σ (count − expected)² ÷ expected. Luck alone goes above {critical:.3} in only about 5 % of cases (χ² distribution with \
                {freedom} degrees of freedom)."
            ),
            how: format!("expected: {}{}", self.expected().join(", "), self.worked().unwrap_or_default()),
            answer: format!(
                "X² above {critical:.3} is doubtful. But even if the bones do have these probabilities, about one pupil in twenty finds that: \
                one or two in a class of thirty. 'tali-odds fit class.csv --pool thrower --against {}' reads the class's tally sheet \
                and adjusts for that.",
                self.faces
            ),
            lines: 3,
        }
    }

    /// The calculation of X² for the example; `None` if a face is impossible.
    fn worked(&self) -> Option<String> {
        let throws = BigRational::from_integer(Lesson::THROWS.into());
        let mut statistic = BigRational::zero();
        let mut terms = Vec::new();
        for (count, weight) in EXAMPLE.into_iter().zip(&self.lesson.weights) {
            let expected = weight * &throws;
            if expected.is_zero() {
                return None;
            }
            let off = BigRational::from_integer(count.into()) - &expected;
            statistic += &off * &off / &expected;
            let expected = number(&expected);
            terms.push(format!("({count} − {expected})² ÷ {expected}"));
        }
        let counts = listed(&EXAMPLE.map(|count| count.to_string()));
        Some(format!("; counts of {counts} give X² = {} = {}", terms.join(" + "), number(&statistic)))
    }

    /// The page of questions, or the page of solutions.
    pub(crate) fn html(&self, solutions: bool) -> String {
        let title =
            if solutions { "A lesson with knucklebones: solutions" } else { "A lesson with knucklebones" };
        let body = html! {
            main {
                @if !solutions { (sides()) }
                h1 { (title) }
                @if !solutions { p.fields { span { "name" } span { "class" } span { "date" } } }
                (self.shown(solutions))
                ol {
                    @for question in self.questions() {
                        li {
                            p { (question.ask) }
                            @if solutions {
                                p.how { (question.how) }
                                p.answer { (question.answer) }
                            } @else {
                                @for _ in 0..question.lines { div.line {} }
                            }
                        }
                    }
                }
            }
        };
        page(title, None, STYLE, &body)
    }

    /// The bones, and a table to count throws in.
    fn shown(&self, solutions: bool) -> Markup {
        html! {
            p {
                "A talus is a knucklebone; several are tali. A cast is a throw of four. A talus lands on one of four sides, and the upper \
                one counts: "
                @for (index, face) in Face::ALL.into_iter().enumerate() {
                    @if index > 0 { ", " } b { (face) } " " (face.shape())
                }
                @if presets::find(&self.faces) == Some(presets::TRADITIONAL) {
                    ". Textbooks give these probabilities (the “" bdi { (self.lesson.name) } "” bones):"
                } @else {
                    ". These are the probabilities of the bones “" bdi { (self.lesson.name) } "”:"
                }
            }
            table {
                thead { tr { th scope="col" { "face" } @for face in Face::ALL { th scope="col" { (face) } } } }
                tbody {
                    tr { th scope="row" { "probability" } @for weight in &self.lesson.weights { td { (fraction_or_decimal(weight)) } } }
                    @if !solutions { tr { th scope="row" { "your count" } @for _ in Face::ALL { td {} } } }
                }
            }
        }
    }
}

fn is_more_than_half(chance: &Figure) -> bool {
    chance.rational().is_some_and(|chance| chance > BigRational::new(1.into(), 2.into()))
}

const STYLE: &str = "
@page { size: A4; margin: 14mm }
body { font: 11pt/1.35 'Noto Sans', system-ui, sans-serif; color: #222; background: #fff; margin: 1em auto; padding: 0 1em; max-width: 182mm;
  overflow-wrap: break-word }
h1 { font-size: 17pt; margin: 0 0 .3em }
p { margin: .3em 0 }
.fields { display: flex; flex-wrap: wrap; gap: 1em } .fields span { flex: 1 1 8em; border-bottom: 1px solid #222 }
table { border-collapse: collapse; width: 100%; table-layout: fixed } th, td { border: 1px solid #555; padding: .15em .4em; text-align: center }
th:first-child { text-align: left } th { font-weight: 600 } tbody td { height: 1.7em }
ol { padding-left: 2em } li { break-inside: avoid; margin: .55em 0 }
.line { border-bottom: 1px solid #888; height: 7mm }
.how { color: #444; font-style: italic } .answer { font-weight: 600 }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 10pt; line-height: 1.25 } p { margin: .1em 0 } .line { height: 6mm }
  li { margin: .3em 0 } }
";
